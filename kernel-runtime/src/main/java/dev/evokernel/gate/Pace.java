package dev.evokernel.gate;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Ends the verification of a candidate that is far slower than the best.
 *
 * <p>It ends once two launches in a row took more than {@value #FACTOR} times the best p50 and more
 * than {@value #FLOOR_NANOS} ns each: one slow launch may be due to another process or to
 * first-touch page faults, and launches below the floor cost too little to matter. Such a candidate
 * would need a dozen launches more before it had a p50, and could not become the best.
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
   * @param best the best p50 on this shape so far, in nanoseconds; empty for no limit
   */
  Pace(OptionalDouble best) {
    this.best = best.orElse(Double.POSITIVE_INFINITY);
    this.limit = Math.max(FACTOR * this.best, FLOOR_NANOS);
  }

  /** Adds the duration of one launch; the reason to end, once there is one. */
  Optional<String> launched(long nanos) {
    launches++;
    fastest = Math.min(fastest, nanos);
    return launches < LAUNCHES || fastest <= limit ? Optional.empty() : Optional.of(reason());
  }

  private String reason() {
    return String.format(
        Locale.ROOT,
        "Too slow to be timed: each of %d launches took %s ms or more, and the best so far takes %s"
            + " ms. The limit is %d times that, or %d ms where that is longer.",
        launches,
        millis((double) fastest),
        millis(best),
        FACTOR,
        FLOOR_NANOS / 1_000_000);
  }

  /** Three significant digits. */
  private static String millis(double nanos) {
    double millis = nanos / 1e6;
    return String.format(
        Locale.ROOT, millis >= 100 ? "%.0f" : millis >= 1 ? "%.1f" : "%.4f", millis);
  }
}
