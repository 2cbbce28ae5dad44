package dev.evokernel.stats;

import dev.evokernel.outcome.Samples;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * How much faster one set of samples is than another.
 *
 * @param ratio the default's median over the candidate's; above 1 the candidate is faster
 * @param low lower end of the interval
 * @param high upper end of the interval
 * @param confidence of the interval, for example 0.95
 * @param pValue of the two-sided Mann-Whitney U test: how easily samples of equal speed would
 *     differ as much
 * @param cliffsDelta from −1 to 1: the share of pairs in which the candidate is faster, minus the
 *     share in which it is slower
 */
public record SpeedUp(
    double ratio, double low, double high, double confidence, double pValue, double cliffsDelta) {

  /** The confidence of an interval that names none. */
  public static final double CONFIDENCE = 0.95;

  public SpeedUp {
    if (!(ratio > 0 && low > 0 && low <= high)) {
      throw new IllegalArgumentException(
          "A speed-up of " + ratio + " with interval [" + low + ", " + high + "] cannot be.");
    }
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "A confidence lies between 0 and 1, and is not " + confidence + ".");
    }
  }

  /**
   * Of {@code candidate} over {@code default}, with an interval of {@link #CONFIDENCE} for what
   * another process would find, and not only more samples of this one.
   */
  public static SpeedUp of(Samples theDefault, Samples candidate, RandomGenerator random) {
    var bootstrap = new Bootstrap(random);
    Bootstrap.Interval interval =
        bootstrap
            .ratioOfQuantiles(theDefault, candidate, 0.5)
            .acrossProcesses(random)
            .interval(CONFIDENCE);
    var ranks = RankTest.of(theDefault, candidate);
    return new SpeedUp(
        theDefault.p50() / candidate.p50(),
        interval.low(),
        interval.high(),
        CONFIDENCE,
        ranks.pValue(),
        ranks.cliffsDelta());
  }

  /** Whether the interval lies wholly above 1. */
  public boolean isFaster() {
    return low > 1;
  }

  /** Whether the interval lies wholly below 1. */
  public boolean isSlower() {
    return high < 1;
  }

  /** For example {@code 1.123× (1.101 to 1.146)}. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.3f× (%.3f to %.3f)", ratio, low, high);
  }
}
