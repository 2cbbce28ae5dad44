package dev.evokernel.backend.data;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.value.EvaluationException;
import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Parameter;
import java.util.List;

/** Greatest value of a dimension over all values of the parameters that it reads. */
final class GreatestSize {

  private static final long MOST_COMBINATIONS = 1_000_000;

  private GreatestSize() {}

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
    return greatest(dimension, read, kernel.frame(kernel.defaultConfiguration(), shape));
  }

  private static long greatest(Expression dimension, List<Parameter> open, Frame frame) {
    if (open.isEmpty()) {
      try {
        return dimension.integer(frame);
      } catch (EvaluationException _) {
        return 0; // No candidate can have these values, because its launch has no geometry either.
      }
    }
    Parameter first = open.getFirst();
    long greatest = 0;
    for (Value value : first.values()) {
      frame.set(first.name(), value);
      greatest = Math.max(greatest, greatest(dimension, open.subList(1, open.size()), frame));
    }
    return greatest;
  }
}
