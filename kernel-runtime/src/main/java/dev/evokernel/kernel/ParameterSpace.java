package dev.evokernel.kernel;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import java.util.List;
import java.util.Optional;

/**
 * What can be chosen about a kernel.
 *
 * @param parameters in the file's order
 * @param defaultConfiguration satisfies the constraints on every shape; without values where the
 *     file names none
 * @param constraints in the file's order
 * @param scope every name that the kernel's expressions may use, and its type
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

  /** A frame with the parameters and the shape set; every {@code device.*} limit is still 0. */
  public Frame frame(Configuration configuration, Shape shape) {
    return shape.bind(scope.frame().setAll(configuration.values()));
  }

  /**
   * The first of the shapes on which a configuration breaks a constraint. Constraints that read a
   * {@code device.*} limit are never reported here: their value is known only beside the device.
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
