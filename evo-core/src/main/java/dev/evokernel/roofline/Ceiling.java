package dev.evokernel.roofline;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The least time that a device's measured limits leave for one launch: the greatest of its terms.
 *
 * @param compute nanoseconds for its operations; empty where no peak was measured for their type
 * @param memory nanoseconds for its bytes
 * @param launch nanoseconds for a launch that does nothing
 * @param cached whether the caches hold most of the bytes from launch to launch
 */
public record Ceiling(OptionalDouble compute, double memory, double launch, boolean cached) {

  /** What stands in the way. */
  public enum Term {
    COMPUTE,
    MEMORY,
    CACHE,
    LAUNCH;

    /** For example {@code memory}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The least time in nanoseconds. */
  public double nanos() {
    return Math.max(compute.orElse(0), Math.max(memory, launch));
  }

  /** The term that is the greatest. */
  public Term binds() {
    if (compute.orElse(0) >= Math.max(memory, launch)) {
      return Term.COMPUTE;
    }
    if (launch > memory) {
      return Term.LAUNCH;
    }
    return cached ? Term.CACHE : Term.MEMORY;
  }

  /**
   * How much of the limit a launch reaches: 1 where it takes no longer than it must.
   *
   * @param p50 nanoseconds
   */
  public double share(double p50) {
    return nanos() / p50;
  }
}
