package dev.evokernel.measure;

import java.time.Duration;

/**
 * Settings of the finals.
 *
 * @param rounds maximum rounds; each finalist gives one sample in a round
 * @param minRounds minimum rounds, unless {@code time} is up
 * @param sample minimum length of a sample
 * @param atMost maximum time of the rounds on one shape, after {@code minRounds}
 * @param seed random seed of the order within the rounds
 * @param energy whether the energy of a launch is measured
 * @param time wall-clock time for all shapes
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

  /** Default number of rounds. */
  public static final int ROUNDS = 60;

  /** Default number of processes. */
  public static final int PROCESSES = 8;

  /** Minimum rounds on each shape, even if the time is up. */
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

  /** Settings without a limit by the clock. */
  public FinalsSettings(
      int rounds, int minRounds, Duration sample, Duration atMost, long seed, boolean energy) {
    this(rounds, minRounds, sample, atMost, seed, energy, FinalsTime.UNLIMITED, FinalsProcess.ONLY);
  }

  /** Default settings: up to 60 rounds of millisecond samples, at most ten seconds a shape. */
  public static FinalsSettings withSeed(long seed) {
    return new FinalsSettings(
        ROUNDS, 15, Duration.ofMillis(1), Duration.ofSeconds(10), seed, false);
  }

  /** Replaces the wall-clock time. */
  public FinalsSettings within(Duration left) {
    return new FinalsSettings(
        rounds, minRounds, sample, atMost, seed, energy, time.within(left), process);
  }

  /**
   * Settings for one of several processes. Rounds and their time are divided by {@code visits}, and
   * the order changes.
   *
   * @param visits number of processes in which a finalist takes part, at least 1
   */
  public FinalsSettings in(FinalsProcess which, int visits) {
    return new FinalsSettings(
        Math.ceilDiv(rounds, visits),
        Math.ceilDiv(minRounds, visits),
        sample,
        atMost.dividedBy(visits),
        seed + which.number(),
        energy,
        time,
        which);
  }
}
