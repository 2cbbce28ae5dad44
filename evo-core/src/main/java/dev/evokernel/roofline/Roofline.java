package dev.evokernel.roofline;

import dev.evokernel.kernel.Limit;
import dev.evokernel.store.Arithmetic;
import dev.evokernel.store.MeasuredLimits;
import dev.evokernel.store.Quantity;
import dev.evokernel.store.Workload;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A device's measured limits for one type of arithmetic.
 *
 * <p>The roofline of Williams, Waterman and Patterson (2009), with two additions. A launch costs
 * something even when it does nothing. And launches follow each other: what the last-level cache
 * still holds does not come from memory. Up to the cache's size nothing does; from twice its size
 * on everything does, since a cache that forgets what was used longest ago has forgotten all of it
 * by then; in between the share grows evenly.
 *
 * @param flopsPerSecond empty where it was not measured for this type
 * @param memoryBytesPerSecond of a copy that no cache holds
 * @param cacheBytesPerSecond of a copy that the last-level cache holds
 * @param cacheBytes its size
 * @param launchNanos of a launch that does nothing, among many
 */
public record Roofline(
    OptionalDouble flopsPerSecond,
    double memoryBytesPerSecond,
    double cacheBytesPerSecond,
    long cacheBytes,
    double launchNanos) {

  public Roofline {
    if (!(memoryBytesPerSecond > 0 && cacheBytesPerSecond > 0 && launchNanos >= 0)) {
      throw new IllegalArgumentException(
          "No roofline: %s B/s from memory, %s B/s from the cache, %s ns for a launch."
              .formatted(memoryBytesPerSecond, cacheBytesPerSecond, launchNanos));
    }
  }

  /** Empty where memory was not measured. */
  public static Optional<Roofline> of(MeasuredLimits limits, Arithmetic arithmetic) {
    OptionalDouble memory = limits.perSecond(Quantity.MEMORY);
    if (memory.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Roofline(
            flops(limits, arithmetic),
            memory.getAsDouble(),
            limits.perSecond(Quantity.CACHE).orElse(memory.getAsDouble()),
            Math.max(limits.limits().value(Limit.L2_BYTES), limits.limits().value(Limit.L3_BYTES)),
            limits.figure(Quantity.LAUNCH).map(figure -> figure.p50()).orElse(0.0)));
  }

  /** A processor multiplies halves as it multiplies floats; it has no units of their own. */
  private static OptionalDouble flops(MeasuredLimits limits, Arithmetic arithmetic) {
    boolean processor = limits.limits().value(Limit.COMPUTE_CAPABILITY) == 0;
    return switch (arithmetic) {
      case F16 -> limits.perSecond(processor ? Quantity.F32 : Quantity.F16);
      case BF16 -> limits.perSecond(processor ? Quantity.F32 : Quantity.BF16);
      case F32 -> limits.perSecond(Quantity.F32);
      case F64, NONE -> OptionalDouble.empty();
    };
  }

  public Ceiling ceiling(Workload workload) {
    return ceiling(workload.flops(), workload.bytes());
  }

  /**
   * The least time for a launch.
   *
   * @param flops that it needs
   * @param bytes that it reads and writes, each once
   */
  public Ceiling ceiling(double flops, double bytes) {
    double near = bytes / cacheBytesPerSecond;
    double far = missing(bytes) * bytes / memoryBytesPerSecond;
    OptionalDouble compute =
        flopsPerSecond.isPresent()
            ? OptionalDouble.of(1e9 * flops / flopsPerSecond.getAsDouble())
            : OptionalDouble.empty();
    return new Ceiling(compute, 1e9 * Math.max(near, far), launchNanos, near >= far);
  }

  /** The share of the bytes that come from memory. */
  private double missing(double bytes) {
    return cacheBytes == 0 ? 1 : Math.clamp((bytes - cacheBytes) / cacheBytes, 0.0, 1.0);
  }

  /** Operations a byte above which operations bind, for what no cache holds. */
  public OptionalDouble ridge() {
    return flopsPerSecond.isPresent()
        ? OptionalDouble.of(flopsPerSecond.getAsDouble() / memoryBytesPerSecond)
        : OptionalDouble.empty();
  }
}
