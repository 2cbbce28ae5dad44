package dev.evokernel.backend.data;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;

/**
 * Dimensions of a buffer on one shape, row-major.
 *
 * @param dimensions each at least 1
 */
public record Extent(List<Long> dimensions) {

  private static final long MOST_COMBINATIONS = 1_000_000;

  public Extent {
    dimensions = List.copyOf(dimensions);
  }

  /**
   * Extent of a buffer; with dimensions that depend on parameters, the greatest for any values of
   * these.
   *
   * @throws EnvironmentException if a dimension is not positive or their product is too large
   */
  public static Extent of(Kernel kernel, Shape shape, Argument.Buffer buffer) {
    return checked(
        kernel,
        shape,
        buffer,
        buffer.dimensions().stream().map(dimension -> greatest(kernel, shape, dimension)).toList());
  }

  /**
   * Extent of a buffer for one configuration.
   *
   * @throws EnvironmentException if a dimension is not positive or their product is too large
   */
  public static Extent of(
      Kernel kernel, Shape shape, Argument.Buffer buffer, Configuration configuration) {
    if (buffer.dimensions().stream().allMatch(size -> read(kernel, size).isEmpty())) {
      return of(kernel, shape, buffer);
    }
    Frame frame = kernel.frame(configuration, shape);
    return checked(
        kernel,
        shape,
        buffer,
        buffer.dimensions().stream().map(dimension -> dimension.integer(frame)).toList());
  }

  public static Extent ofReference(Kernel kernel, Shape shape, Argument.Buffer buffer) {
    return of(kernel, shape, buffer, kernel.defaultConfiguration());
  }

  private static long greatest(Kernel kernel, Shape shape, Expression dimension) {
    List<Parameter> read = read(kernel, dimension);
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

  private static List<Parameter> read(Kernel kernel, Expression dimension) {
    return kernel.parameters().stream()
        .filter(parameter -> dimension.names().contains(parameter.name()))
        .toList();
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

  private static Extent checked(
      Kernel kernel, Shape shape, Argument.Buffer buffer, List<Long> dimensions) {
    var extent = new Extent(dimensions);
    if (extent.dimensions.stream().anyMatch(size -> size < 1)) {
      throw new EnvironmentException(
          "Buffer '%s' of kernel '%s' would be %s on shape %s. Correct its dimensions in %s."
              .formatted(buffer.name(), kernel.name(), extent, shape, kernel.file()));
    }
    return extent;
  }

  public long elements() {
    return dimensions.stream().reduce(1L, Math::multiplyExact);
  }

  /** Indices of the element at a flat index, for example {@code [3, 17]}. */
  public String coordinates(long flat) {
    long[] indices = new long[dimensions.size()];
    long rest = flat;
    for (int axis = indices.length - 1; axis >= 0; axis--) {
      indices[axis] = rest % dimensions.get(axis);
      rest /= dimensions.get(axis);
    }
    return LongStream.of(indices)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** Text such as {@code 128×64}. */
  @Override
  public String toString() {
    return dimensions.stream().map(String::valueOf).collect(Collectors.joining("×"));
  }
}
