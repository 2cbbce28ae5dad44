package dev.evokernel.measure;

import java.time.Duration;

/**
 * How finalists are measured against each other.
 *
 * @param rounds in each round every finalist gives one sample
 * @param sample how long one sample lasts at the least
 * @param atMost on one shape, rounds end after this long, once there are {@code minRounds}
 * @param minRounds never fewer rounds
 * @param seed of the order within the rounds
 * @param energy whether the energy of a launch is measured too
 */
public record FinalsSettings(
    int rounds, int minRounds, Duration sample, Duration atMost, long seed, boolean energy) {

  /** The rounds of a finals, if it is not told otherwise. */
  public static final int ROUNDS = 60;

  public FinalsSettings {
    if (minRounds < 1 || rounds < minRounds) {
      throw new IllegalArgumentException(
          "Finals need 1 ≤ minRounds ≤ rounds, was " + minRounds + " and " + rounds + ".");
    }
    if (!sample.isPositive() || !atMost.isPositive()) {
      throw new IllegalArgumentException(
          "Finals need sample > 0 and atMost > 0, was " + sample + " and " + atMost + ".");
    }
  }

  /** Up to 60 rounds of millisecond samples, ten seconds a shape at most. */
  public static FinalsSettings withSeed(long seed) {
    return new FinalsSettings(
        ROUNDS, 15, Duration.ofMillis(1), Duration.ofSeconds(10), seed, false);
  }
}
