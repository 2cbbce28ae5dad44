package dev.evokernel.backend;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import java.util.List;

/** Greatest value of a dimension over all values of the parameters that it reads. */
final class GreatestSize {

  private static final long MOST_COMBINATIONS = 1_000_000;

  private final Expression dimension;
  private final List<Parameter> read;
  private final Frame frame;
  private long greatest;

  private GreatestSize(Expression dimension, List<Parameter> read, Frame frame) {
    this.dimension = dimension;
    this.read = read;
    this.frame = frame;
  }

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
    if (combinations > MOST_COMBINATIONS) {
      throw new EnvironmentException(
          "The dimension '%s' of kernel '%s' reads parameters with %.0f combinations of values; at most %d are tried. Let it read fewer parameters."
              .formatted(dimension, kernel.name(), combinations, MOST_COMBINATIONS));
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
        // No candidate can have these values, because its launch has no geometry either.
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
