package dev.evokernel.stats;

import module java.base;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.evokernel.outcome.Samples;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * Speed-up of one set of samples over another.
 *
 * @param ratio the base's median over the other's, the geometric mean over processes; above 1 the
 *     other is faster
 * @param confidence of the interval, for example 0.95
 * @param pValue of the two-sided Mann-Whitney U test: the probability of such a difference at equal
 *     speed
 * @param cliffsDelta from −1 to 1: the share of pairs in which the other is faster, minus the share
 *     in which it is slower
 */
@JsonIgnoreProperties({"faster", "slower", "measurable"})
public record SpeedUp(
    double ratio, double low, double high, double confidence, double pValue, double cliffsDelta) {

  /** The default confidence. */
  public static final double CONFIDENCE = 0.95;

  public SpeedUp {
    if (!(ratio > 0 && low > 0 && low <= high)) {
      throw new IllegalArgumentException(
          "Invalid speed-up %s with interval [%s, %s].".formatted(ratio, low, high));
    }
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "confidence must lie between 0 and 1, was " + confidence + ".");
    }
  }

  /** Computes the speed-up of the others over the bases in at least one process. */
  static SpeedUp of(List<PairedSamples> processes, ProcessRatios ratio, double confidence) {
    return of(
        ratio.ratio(),
        ratio.interval(confidence),
        RankTest.of(PairedSamples.bases(processes), PairedSamples.others(processes)));
  }

  /**
   * Computes the speed-up from samples of one process that were not taken in the same rounds.
   *
   * @param base nanoseconds of one launch
   * @param other nanoseconds of one launch; the counts may differ
   */
  public static SpeedUp inOneProcess(Samples base, Samples other) {
    return of(
        base.p50() / other.p50(),
        ProcessRatios.inOneProcess(base, other).interval(CONFIDENCE),
        RankTest.of(base, other));
  }

  private static SpeedUp of(double ratio, Distribution.Interval interval, RankTest ranks) {
    return new SpeedUp(
        ratio, interval.low(), interval.high(), CONFIDENCE, ranks.pValue(), ranks.cliffsDelta());
  }

  /** Confidence of each of several intervals that together hold with {@link #CONFIDENCE}. */
  public static double confidence(int family) {
    return 1 - (1 - CONFIDENCE) / family;
  }

  public boolean isFaster() {
    return low > 1;
  }

  /** Whether the interval is narrow enough for its numbers to be shown. */
  public boolean isMeasurable() {
    return RatioEstimate.isMeasurable(low, high);
  }

  /** {@code 1.213× (95 % CI 1.101 to 1.346)} */
  public String withConfidence() {
    return toString().replaceFirst(" \\(.*", "")
        + " (%s)".formatted(RatioEstimate.interval(confidence, low, high));
  }

  @Override
  public String toString() {
    return RatioEstimate.text(ratio, low, high);
  }

  /**
   * Rank test of two sets of samples.
   *
   * @param pValue of the two-sided Mann-Whitney U test
   * @param cliffsDelta from −1 to 1: the share of pairs in which the second is faster, minus the
   *     share in which it is slower
   */
  record RankTest(double pValue, double cliffsDelta) {

    static RankTest of(Samples first, Samples second) {
      double[] before = first.nanos();
      double[] after = second.nanos();
      var test = MannWhitneyUTest.withDefaults().test(before, after);
      double pairs = (double) before.length * after.length;
      return new RankTest(test.getPValue(), 2 * test.getStatistic() / pairs - 1);
    }
  }
}
