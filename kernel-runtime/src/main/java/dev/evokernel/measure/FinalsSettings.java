package dev.evokernel.measure;

import java.time.Duration;

/**
 * How finalists are measured against each other.
 *
 * @param rounds in each round every finalist gives one sample
 * @param minRounds never fewer rounds, unless {@code time} is up
 * @param sample how long one sample lasts at the least
 * @param atMost on one shape, rounds end after this long, once there are {@code minRounds}
 * @param seed of the order within the rounds
 * @param energy whether the energy of a launch is measured too
 * @param time by the clock for all shapes together
 * @param process which of the processes of the finals this is
 */
public record FinalsSettings(
    int rounds,
    int minRounds,
    Duration sample,
    Duration atMost,
    long seed,
    boolean energy,
    FinalsTime time,
    FinalsProcess process) {

  /** The rounds of a finals, if it is not told otherwise. */
  public static final int ROUNDS = 60;

  /** The processes of a finals, if it is not told otherwise. */
  public static final int PROCESSES = 5;

  /** Never fewer rounds on any shape, even when the time is up. */
  public static final int LEAST_ROUNDS = 5;

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

  /** Without a limit by the clock. */
  public FinalsSettings(
      int rounds, int minRounds, Duration sample, Duration atMost, long seed, boolean energy) {
    this(rounds, minRounds, sample, atMost, seed, energy, FinalsTime.UNLIMITED, FinalsProcess.ONLY);
  }

  /** Up to 60 rounds of millisecond samples, ten seconds a shape at most. */
  public static FinalsSettings withSeed(long seed) {
    return new FinalsSettings(
        ROUNDS, 15, Duration.ofMillis(1), Duration.ofSeconds(10), seed, false);
  }

  /** The same within another time by the clock. */
  public FinalsSettings within(Duration left) {
    return new FinalsSettings(
        rounds, minRounds, sample, atMost, seed, energy, time.within(left), process);
  }

  /**
   * The same in one of several processes: the rounds and their time are divided by the number of
   * processes in which each finalist takes part, the order is another, and energy is measured in
   * the first alone.
   *
   * @param visits processes in which a finalist takes part, at least 1
   */
  public FinalsSettings in(FinalsProcess which, int visits) {
    return new FinalsSettings(
        Math.ceilDiv(rounds, visits),
        Math.ceilDiv(minRounds, visits),
        sample,
        atMost.dividedBy(visits),
        seed + which.number(),
        energy && which.isFirst(),
        time,
        which);
  }
}
