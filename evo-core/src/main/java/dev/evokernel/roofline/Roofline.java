package dev.evokernel.roofline;

import module java.base;

import dev.evokernel.kernel.Limit;
import dev.evokernel.store.Arithmetic;
import dev.evokernel.store.MeasuredLimits;
import dev.evokernel.store.MeasuredLimits.Quantity;
import dev.evokernel.store.Workload;

/**
 * Roofline of a device for one type of arithmetic.
 *
 * <p>The model of Williams, Waterman and Patterson (2009), with two additions. An empty launch has
 * a cost. Launches follow each other, so data that the last-level cache still holds does not come
 * from memory: none up to the cache's size, all from twice its size on, since a cache that evicts
 * the least recently used data has then evicted everything, and an evenly growing share between.
 *
 * @param flopsPerSecond empty if not measured for this type
 * @param memoryBytesPerSecond of a copy beyond all caches
 * @param cacheBytesPerSecond of a copy within the last-level cache
 * @param launchNanos of an empty launch among many
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
          "Bandwidths must be > 0 and launchNanos ≥ 0, were %s B/s, %s B/s and %s ns."
              .formatted(memoryBytesPerSecond, cacheBytesPerSecond, launchNanos));
    }
  }

  /** Roofline from measured limits; empty without a measured memory bandwidth. */
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

  /** Peak of an arithmetic; a CPU multiplies halves at the rate of floats. */
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

  /** Least time of a launch. */
  public Ceiling ceiling(double flops, double bytes) {
    double near = bytes / cacheBytesPerSecond;
    double far = missing(bytes) * bytes / memoryBytesPerSecond;
    OptionalDouble compute =
        flopsPerSecond.isPresent()
            ? OptionalDouble.of(1e9 * flops / flopsPerSecond.getAsDouble())
            : OptionalDouble.empty();
    return new Ceiling(compute, 1e9 * Math.max(near, far), launchNanos, near >= far);
  }

  private double missing(double bytes) {
    return cacheBytes == 0 ? 1 : Math.clamp((bytes - cacheBytes) / cacheBytes, 0.0, 1.0);
  }

  /** Operations per byte above which operations bind, beyond all caches. */
  public OptionalDouble ridge() {
    return flopsPerSecond.isPresent()
        ? OptionalDouble.of(flopsPerSecond.getAsDouble() / memoryBytesPerSecond)
        : OptionalDouble.empty();
  }

  /**
   * Least time of one launch under a device's measured limits: the greatest of the terms.
   *
   * @param cached whether the caches keep most of the bytes between launches
   */
  public record Ceiling(OptionalDouble compute, double memory, double launch, boolean cached) {

    public enum Term {
      COMPUTE,
      MEMORY,
      CACHE,
      LAUNCH;

      public String label() {
        return name().toLowerCase(Locale.ROOT);
      }
    }

    public double nanos() {
      return Math.max(compute.orElse(0), Math.max(memory, launch));
    }

    public Term binds() {
      if (compute.orElse(0) >= Math.max(memory, launch)) {
        return Term.COMPUTE;
      }
      if (launch > memory) {
        return Term.LAUNCH;
      }
      return cached ? Term.CACHE : Term.MEMORY;
    }

    /** Share of the limit that a launch reaches, at most 1. */
    public double share(double p50) {
      return nanos() / p50;
    }
  }
}
