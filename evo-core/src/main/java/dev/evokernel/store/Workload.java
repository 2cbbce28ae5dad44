package dev.evokernel.store;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Samples;
import dev.evokernel.text.Units;

/**
 * Shape of a run with the least work of one launch.
 *
 * @param flops floating-point operations; 0 if unknown
 * @param bytes moved to and from memory; 0 if unknown
 */
public record Workload(Shape shape, double flops, double bytes) {
  /** FLOP/byte below which memory bandwidth is the limit on every current processor. */
  private static final double MEMORY_BOUND = 4;

  public Workload {
    if (!(flops >= 0 && bytes >= 0)) {
      throw new IllegalArgumentException(
          "The work of shape '%s' must be ≥ 0, was %s flops and %s bytes."
              .formatted(shape.name(), flops, bytes));
    }
  }

  public static List<Workload> of(Kernel kernel, List<Shape> shapes, DeviceLimits limits) {
    return shapes.stream().map(shape -> of(kernel, shape, limits)).toList();
  }

  public static Workload of(Kernel kernel, Shape shape, DeviceLimits limits) {
    Frame frame = limits.frame(kernel, shape, kernel.defaultConfiguration());
    return new Workload(
        shape, kernel.work().flops().real(frame), kernel.work().bytes().real(frame));
  }

  /**
   * Throughput in the unit that limits the kernel: for example {@code 8.456 TFLOP/s}, or {@code
   * 4.124 TB/s} for a memory-bound kernel. Empty when the work is unknown.
   */
  public String rate(double nanos) {
    return bytes > 0 && flops < MEMORY_BOUND * bytes
        ? Units.bandwidth(1e9 * bytes / nanos)
        : Units.rate(flops, nanos);
  }

  public String rate(Optional<Samples> samples) {
    return samples.map(measured -> rate(measured.p50())).orElse("");
  }
}
