package dev.evokernel.kernel;

import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.value.EvaluationException;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.Constraint;
import dev.evokernel.kernel.space.Limit;
import dev.evokernel.kernel.space.Parameter;
import java.util.List;
import java.util.Optional;

/**
 * Parameters of a kernel and their constraints, in the file's order.
 *
 * @param defaultConfiguration satisfies the constraints on every shape; empty if the file names no
 *     default
 * @param scope names and types that the kernel's expressions may use
 */
public record ParameterSpace(
    List<Parameter> parameters,
    Configuration defaultConfiguration,
    List<Constraint> constraints,
    Scope scope) {

  public ParameterSpace {
    parameters = List.copyOf(parameters);
    constraints = List.copyOf(constraints);
  }

  /** Returns a frame with the parameters and the shape; {@code device.*} limits are 0. */
  public Frame frame(Configuration configuration, Shape shape) {
    return shape.bind(scope.frame().setAll(ShapeDefaults.on(configuration, shape).values()));
  }

  /**
   * Returns the first shape on which a configuration breaks a constraint. Constraints that read a
   * {@code device.*} limit are ignored, since the device is unknown here.
   */
  public Optional<Shape> breaking(
      Constraint constraint, Configuration configuration, List<Shape> among) {
    if (constraint.condition().names().stream().anyMatch(Limit::isExpressionName)) {
      return Optional.empty();
    }
    return among.stream()
        .filter(shape -> !holds(constraint, frame(configuration, shape)))
        .findFirst();
  }

  private static boolean holds(Constraint constraint, Frame frame) {
    try {
      return constraint.condition().test(frame);
    } catch (EvaluationException _) {
      return false;
    }
  }
}
