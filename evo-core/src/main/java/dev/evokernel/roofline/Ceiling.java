package dev.evokernel.roofline;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Least time of one launch under a device's measured limits: the greatest of the terms.
 *
 * @param compute nanoseconds for the operations; empty without a measured peak for their type
 * @param memory nanoseconds for the bytes
 * @param launch nanoseconds for an empty launch
 * @param cached whether the caches keep most of the bytes between launches
 */
public record Ceiling(OptionalDouble compute, double memory, double launch, boolean cached) {

  /** Binding limit. */
  public enum Term {
    COMPUTE,
    MEMORY,
    CACHE,
    LAUNCH;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Least time in nanoseconds. */
  public double nanos() {
    return Math.max(compute.orElse(0), Math.max(memory, launch));
  }

  /** The greatest term. */
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
   * Share of the limit that a launch reaches, at most 1.
   *
   * @param p50 nanoseconds
   */
  public double share(double p50) {
    return nanos() / p50;
  }
}
