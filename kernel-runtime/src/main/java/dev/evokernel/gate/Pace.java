package dev.evokernel.gate;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Limit that ends the verification of a candidate which is far slower than the best.
 *
 * <p>The limit is reached when all launches so far, at least two, took more than {@value #FACTOR}
 * times the best p50 and more than {@value #FLOOR_NANOS} ns. A single slow launch may be due to
 * another process or to first-touch page faults; launches below the floor cost too little to
 * matter.
 */
final class Pace {

  static final int FACTOR = 20;
  static final long FLOOR_NANOS = 50_000_000;
  private static final int LAUNCHES = 2;

  private final double best;
  private final double limit;
  private long fastest = Long.MAX_VALUE;
  private int launches;

  /**
   * @param best best p50 on this shape so far, in nanoseconds; empty for no limit
   */
  Pace(OptionalDouble best) {
    this.best = best.orElse(Double.POSITIVE_INFINITY);
    this.limit = Math.max(FACTOR * this.best, FLOOR_NANOS);
  }

  /** Adds the duration of a launch; returns the reason to end, if any. */
  Optional<String> launched(long nanos) {
    launches++;
    fastest = Math.min(fastest, nanos);
    return launches < LAUNCHES || fastest <= limit ? Optional.empty() : Optional.of(reason());
  }

  private String reason() {
    return String.format(
        Locale.ROOT,
        "Too slow to be timed: each of %d launches took at least %s ms, the best so far takes %s"
            + " ms. The limit is the larger of %d times the best and %d ms.",
        launches,
        millis((double) fastest),
        millis(best),
        FACTOR,
        FLOOR_NANOS / 1_000_000);
  }

  private static String millis(double nanos) {
    double millis = nanos / 1e6;
    return String.format(
        Locale.ROOT, millis >= 100 ? "%.0f" : millis >= 1 ? "%.1f" : "%.4f", millis);
  }
}
