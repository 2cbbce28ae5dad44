package dev.evokernel.backend.data;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;

/**
 * Dimensions of a buffer on one shape, row-major.
 *
 * @param dimensions each at least 1
 */
public record Extent(List<Long> dimensions) {

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
        buffer.dimensions().stream()
            .map(dimension -> GreatestSize.of(kernel, shape, dimension))
            .toList());
  }

  /**
   * Extent of a buffer for one configuration.
   *
   * @throws EnvironmentException if a dimension is not positive or their product is too large
   */
  public static Extent of(
      Kernel kernel, Shape shape, Argument.Buffer buffer, Configuration configuration) {
    if (!buffer.isReduced()) {
      return of(kernel, shape, buffer);
    }
    Frame frame = kernel.frame(configuration, shape);
    return checked(
        kernel,
        shape,
        buffer,
        buffer.dimensions().stream().map(dimension -> dimension.integer(frame)).toList());
  }

  /** Extent for a reference, whose parameters have the values of the default. */
  public static Extent ofReference(Kernel kernel, Shape shape, Argument.Buffer buffer) {
    return of(kernel, shape, buffer, kernel.defaultConfiguration());
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
