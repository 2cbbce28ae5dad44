package dev.evokernel.gate;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Whether a candidate that is right so far is worth waiting for.
 *
 * <p>It is not once two launches in a row took more than {@value #FACTOR} times the best p50 and
 * more than {@value #FLOOR_NANOS} ns each: one slow launch may be a neighbour's doing, or the first
 * touch of something, and what ends within the floor costs too little to bother. Whoever is given
 * up here would have to be launched a dozen times more before it had a number, and none of them
 * could make it a champion.
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
   * @param best the best p50 on this shape so far, in nanoseconds; empty to wait for whatever comes
   */
  Pace(OptionalDouble best) {
    this.best = best.orElse(Double.POSITIVE_INFINITY);
    this.limit = Math.max(FACTOR * this.best, FLOOR_NANOS);
  }

  /** One launch took this long; the reason to give up, once there is one. */
  Optional<String> launched(long nanos) {
    launches++;
    fastest = Math.min(fastest, nanos);
    return launches < LAUNCHES || fastest <= limit ? Optional.empty() : Optional.of(reason());
  }

  private String reason() {
    return String.format(
        Locale.ROOT,
        "Too slow to be timed: each of %d launches took %s ms or more, and the best so far takes %s ms. Nobody waits for more than %d times that, or %d ms where that is longer.",
        launches,
        millis((double) fastest),
        millis(best),
        FACTOR,
        FLOOR_NANOS / 1_000_000);
  }

  /** Three digits that count. */
  private static String millis(double nanos) {
    double millis = nanos / 1e6;
    return String.format(
        Locale.ROOT, millis >= 100 ? "%.0f" : millis >= 1 ? "%.1f" : "%.4f", millis);
  }
}
