package dev.evokernel.backend;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import java.util.List;

/** The greatest value of a dimension over the values of the parameters that it reads. */
final class GreatestSize {

  /** Combinations of values that are tried at the most. */
  private static final long MOST = 1_000_000;

  private final Expression dimension;
  private final List<Parameter> read;
  private final Frame frame;
  private long greatest;

  private GreatestSize(Expression dimension, List<Parameter> read, Frame frame) {
    this.dimension = dimension;
    this.read = read;
    this.frame = frame;
  }

  /**
   * @throws EnvironmentException if it reads parameters with too many values
   */
  static long of(Kernel kernel, Shape shape, Expression dimension) {
    List<Parameter> read =
        kernel.parameters().stream()
            .filter(parameter -> dimension.names().contains(parameter.name()))
            .toList();
    if (read.isEmpty()) {
      return dimension.integer(shape.bind(kernel.scope().frame()));
    }
    double combinations =
        read.stream()
            .mapToDouble(parameter -> parameter.values().size())
            .reduce(1, (a, b) -> a * b);
    if (combinations > MOST) {
      throw new EnvironmentException(
          "The dimension '%s' of kernel '%s' reads parameters with %.0f combinations of values, and at most %d are tried. Maybe it can read fewer."
              .formatted(dimension, kernel.name(), combinations, MOST));
    }
    var size =
        new GreatestSize(dimension, read, kernel.frame(kernel.defaultConfiguration(), shape));
    size.tryAll(0);
    return size.greatest;
  }

  private void tryAll(int next) {
    if (next == read.size()) {
      try {
        greatest = Math.max(greatest, dimension.integer(frame));
      } catch (EvaluationException _) {
        // No candidate can have these values: its launch has no geometry either.
      }
      return;
    }
    Parameter parameter = read.get(next);
    parameter
        .values()
        .forEach(
            value -> {
              frame.set(parameter.name(), value);
              tryAll(next + 1);
            });
  }
}
