package dev.evokernel.stats;

import module java.base;

import dev.evokernel.stats.Contrast.Relation;
import dev.evokernel.stats.SpeedUp.RankTest;

/**
 * Rule by which one of two programs is faster, slower or equally fast.
 *
 * <p>The estimate is the mean over {@link ProcessRatios processes} of the ratio of medians.
 * Bonferroni's correction makes the intervals of all shapes hold together.
 *
 * <ul>
 *   <li><b>slower</b>: the estimate is below the margin, the interval excludes 1, and in {@code
 *       confirmations} processes separately the median is below the margin, the Mann-Whitney U test
 *       finds a difference, and Cliff's delta is not negligible;
 *   <li><b>faster</b>: the reverse;
 *   <li><b>same</b>: the whole interval lies within the margin, which shows equivalence;
 *   <li><b>undecided</b>: otherwise.
 * </ul>
 *
 * <p>p90 is judged in the same way, but each process's own interval replaces the rank test, which
 * says nothing about quantiles.
 *
 * @param margin the largest negligible difference: 0.02 for 2 %
 * @param shapes number of shapes compared together
 * @param confirmations number of processes that must each find a difference
 */
public record ComparisonRule(double margin, int shapes, int confirmations) {

  /** The default margin. */
  public static final double MARGIN = 0.02;

  public static final int CONFIRMATIONS = 2;

  /** Largest negligible difference (Romano and others, 2006). */
  private static final double NEGLIGIBLE_DELTA = 0.147;

  public ComparisonRule {
    if (!(margin > 0 && margin < 1)) {
      throw new IllegalArgumentException(
          "margin must lie between 0 and 1, was " + margin + ". Maybe 0.02 for 2 %.");
    }
    if (shapes < 1 || confirmations < 1) {
      throw new IllegalArgumentException(
          "shapes and confirmations must be ≥ 1, were " + shapes + " and " + confirmations + ".");
    }
  }

  /** A rule with the default number of confirmations. */
  public static ComparisonRule confirmed(double margin, int shapes) {
    return new ComparisonRule(margin, shapes, CONFIRMATIONS);
  }

  /**
   * Compares the others of the encounters with the bases.
   *
   * @param encounters on one shape, one for each process
   */
  public Contrast contrast(List<PairedSamples> encounters) {
    if (encounters.isEmpty()) {
      throw new IllegalArgumentException("A comparison needs samples of at least one process.");
    }
    RatioEstimate p50 = estimate(encounters, 0.5);
    RatioEstimate p90 = estimate(encounters, 0.9);
    List<RatioEstimate> tails =
        encounters.stream().map(pair -> estimate(List.of(pair), 0.9)).toList();
    var all = RankTest.of(PairedSamples.bases(encounters), PairedSamples.others(encounters));
    return new Contrast(
        p50,
        relation(p50, count(encounters, this::findsFaster), count(encounters, this::findsSlower)),
        p90,
        relation(p90, count(tails, this::isFaster), count(tails, this::isSlower)),
        all.pValue(),
        all.cliffsDelta(),
        encounters.size(),
        p50.low() >= least(),
        isSlower(p90));
  }

  private RatioEstimate estimate(List<PairedSamples> encounters, double probability) {
    ProcessRatios ratio = ProcessRatios.of(encounters, probability);
    Distribution.Interval interval = ratio.interval(1 - errorRate());
    return new RatioEstimate(ratio.ratio(), interval.low(), interval.high());
  }

  private Relation relation(RatioEstimate pooled, long faster, long slower) {
    if (isSlower(pooled) && slower >= confirmations) {
      return Relation.SLOWER;
    }
    if (isFaster(pooled) && faster >= confirmations) {
      return Relation.FASTER;
    }
    return pooled.low() >= least() && pooled.high() <= most() ? Relation.SAME : Relation.UNDECIDED;
  }

  private boolean findsSlower(PairedSamples pair) {
    RankTest ranks = RankTest.of(pair.base(), pair.other());
    return pair.ratio(0.5) < least()
        && ranks.pValue() < errorRate()
        && ranks.cliffsDelta() <= -NEGLIGIBLE_DELTA;
  }

  private boolean findsFaster(PairedSamples pair) {
    RankTest ranks = RankTest.of(pair.base(), pair.other());
    return pair.ratio(0.5) > most()
        && ranks.pValue() < errorRate()
        && ranks.cliffsDelta() >= NEGLIGIBLE_DELTA;
  }

  private boolean isSlower(RatioEstimate estimate) {
    return estimate.ratio() < least() && estimate.high() < 1;
  }

  private boolean isFaster(RatioEstimate estimate) {
    return estimate.ratio() > most() && estimate.low() > 1;
  }

  private double least() {
    return 1 / (1 + margin);
  }

  private double most() {
    return 1 + margin;
  }

  /** Error rate of one shape after Bonferroni. */
  private double errorRate() {
    return (1 - SpeedUp.CONFIDENCE) / shapes;
  }

  private static <T> long count(List<T> all, Predicate<T> condition) {
    return all.stream().filter(condition).count();
  }
}
