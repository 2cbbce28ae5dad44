package dev.evokernel.stats;

import java.util.List;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * When one of two programs is faster, slower, or the same.
 *
 * <p>The estimate is the geometric mean over processes of the ratio of medians. Its interval comes
 * from a bootstrap of two levels, {@link ProcessRatios processes} and rounds. The intervals of all
 * shapes hold together, after Bonferroni.
 *
 * <ul>
 *   <li><b>slower</b>: the estimate is worse than the margin allows, the interval excludes 1, and
 *       in {@code confirmations} processes, each by itself, the median is worse than the margin
 *       allows, the Mann-Whitney U test finds a difference, and Cliff's delta is not negligible;
 *   <li><b>faster</b>: the same the other way round;
 *   <li><b>same</b>: the whole interval lies within the margin. That is an equivalence shown, and
 *       not a difference missed;
 *   <li><b>undecided</b>: anything else.
 * </ul>
 *
 * <p>p90 is judged alike, but that in each process its own interval stands in for the rank test,
 * which knows nothing of quantiles.
 *
 * @param margin what is too little to matter: 0.02 for 2 %
 * @param shapes that are compared together
 * @param confirmations processes that must each find a difference
 */
public record ComparisonRule(double margin, int shapes, int confirmations) {

  /** The margin where none is given. */
  public static final double MARGIN = 0.02;

  /** Processes that must each find a difference, where there are as many. */
  public static final int CONFIRMATIONS = 2;

  /** Below this a difference is negligible (Romano and others, 2006). */
  private static final double NEGLIGIBLE_DELTA = 0.147;

  public ComparisonRule {
    if (!(margin > 0 && margin < 1)) {
      throw new IllegalArgumentException(
          "margin must lie between 0 and 1, was " + margin + ". Maybe 0.02 for 2 %.");
    }
    if (shapes < 1 || confirmations < 1) {
      throw new IllegalArgumentException(
          "A comparison needs shapes and processes, not " + shapes + " and " + confirmations + ".");
    }
  }

  /** One that asks two processes, each by itself. */
  public static ComparisonRule confirmed(double margin, int shapes) {
    return new ComparisonRule(margin, shapes, CONFIRMATIONS);
  }

  /**
   * How the others of the encounters stand to the bases.
   *
   * @param encounters on one shape, one for each process
   */
  public Contrast contrast(List<PairedSamples> encounters, RandomGenerator random) {
    return contrast(encounters, random, Bootstrap.RESAMPLES);
  }

  Contrast contrast(List<PairedSamples> encounters, RandomGenerator random, int resamples) {
    if (encounters.isEmpty()) {
      throw new IllegalArgumentException(
          "A comparison needs samples of at least one process, was given none.");
    }
    RatioEstimate p50 = estimate(encounters, 0.5, resamples, random);
    RatioEstimate p90 = estimate(encounters, 0.9, resamples, random);
    List<RatioEstimate> tails =
        encounters.stream().map(one -> estimate(List.of(one), 0.9, resamples, random)).toList();
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

  private RatioEstimate estimate(
      List<PairedSamples> encounters, double probability, int resamples, RandomGenerator random) {
    Bootstrap.Interval interval =
        ProcessRatios.distribution(encounters, probability, resamples, random)
            .interval(1 - errorRate());
    return new RatioEstimate(
        ProcessRatios.ratio(encounters, probability), interval.low(), interval.high());
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

  private boolean findsSlower(PairedSamples one) {
    RankTest ranks = RankTest.of(one.base(), one.other());
    return one.ratio(0.5) < least()
        && ranks.pValue() < errorRate()
        && ranks.cliffsDelta() <= -NEGLIGIBLE_DELTA;
  }

  private boolean findsFaster(PairedSamples one) {
    RankTest ranks = RankTest.of(one.base(), one.other());
    return one.ratio(0.5) > most()
        && ranks.pValue() < errorRate()
        && ranks.cliffsDelta() >= NEGLIGIBLE_DELTA;
  }

  private boolean isSlower(RatioEstimate estimate) {
    return estimate.ratio() < least() && estimate.high() < 1;
  }

  private boolean isFaster(RatioEstimate estimate) {
    return estimate.ratio() > most() && estimate.low() > 1;
  }

  /** The smallest ratio that is no loss. */
  private double least() {
    return 1 / (1 + margin);
  }

  /** The greatest ratio that is no gain. */
  private double most() {
    return 1 + margin;
  }

  /** The error rate of one shape after Bonferroni, which keeps that of all shapes together. */
  private double errorRate() {
    return (1 - SpeedUp.CONFIDENCE) / shapes;
  }

  private static <T> long count(List<T> all, Predicate<T> which) {
    return all.stream().filter(which).count();
  }
}
