package dev.evokernel.schedule;

import java.time.Duration;

/**
 * What a run may spend.
 *
 * @param wall time in all, finals included, over every resumption
 * @param evaluations finished evaluations; {@link Long#MAX_VALUE} for no limit
 */
public record Budget(Duration wall, long evaluations) {

  /** No limit on time that a machine would live to see. */
  public static final Duration FOREVER = Duration.ofDays(36_500);

  public Budget {
    if (!wall.isPositive() || evaluations < 1) {
      throw new IllegalArgumentException(
          "A budget is positive, not " + wall + " and " + evaluations + " evaluations.");
    }
  }

  /** The part of the time that is kept back to measure the finalists once more. */
  Duration finalsReserve() {
    Duration tenth = wall.dividedBy(10);
    return tenth.compareTo(Duration.ofSeconds(20)) < 0 ? tenth : Duration.ofSeconds(20);
  }
}
