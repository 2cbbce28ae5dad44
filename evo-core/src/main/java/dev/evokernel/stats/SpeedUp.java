package dev.evokernel.stats;

import dev.evokernel.outcome.Samples;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * How much faster one set of samples is than another.
 *
 * @param ratio the default's median over the candidate's, the geometric mean over processes; above
 *     1 the candidate is faster
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
   * Of the other over the base, with an interval of {@link #CONFIDENCE} for what other processes
   * would find, and not only more samples of these. The same samples always have the same interval.
   *
   * @param processes samples of both, at least of one process
   */
  public static SpeedUp of(List<PairedSamples> processes) {
    Bootstrap.Interval interval =
        ProcessRatios.distribution(
                processes, 0.5, Bootstrap.RESAMPLES, new SplittableRandom(processes.hashCode()))
            .interval(CONFIDENCE);
    var ranks = RankTest.of(PairedSamples.bases(processes), PairedSamples.others(processes));
    return new SpeedUp(
        ProcessRatios.ratio(processes, 0.5),
        interval.low(),
        interval.high(),
        CONFIDENCE,
        ranks.pValue(),
        ranks.cliffsDelta());
  }

  /**
   * The same of samples that were taken in one process, but not in the same rounds.
   *
   * @param base nanoseconds for one launch
   * @param other nanoseconds for one launch, as many or not
   */
  public static SpeedUp inOneProcess(Samples base, Samples other, RandomGenerator random) {
    Bootstrap.Interval interval =
        new Bootstrap(random)
            .ratioOfQuantiles(base, other, 0.5)
            .moved(() -> ProcessRatios.deviation(random), random)
            .interval(CONFIDENCE);
    var ranks = RankTest.of(base, other);
    return new SpeedUp(
        base.p50() / other.p50(),
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
