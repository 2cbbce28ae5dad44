package dev.evokernel.stats;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;
import org.apache.commons.statistics.ranking.NaNStrategy;
import org.apache.commons.statistics.ranking.NaturalRanking;
import org.apache.commons.statistics.ranking.TiesStrategy;

/**
 * Spearman's rank correlation of two quantities, and a 95 % interval: from 1, where both put the
 * same order on everything, over 0, where one says nothing of the other, to −1.
 *
 * <p>Equal values share the mean of their ranks, and the coefficient is Pearson's of the ranks
 * (Kendall and Gibbons 1990, chapter 3). The interval is the percentile bootstrap over pairs (Efron
 * and Tibshirani 1993, chapter 13); resamples in which all pairs are alike in one of the quantities
 * have no correlation and are drawn again. The ranks are those of Commons Statistics, which has no
 * correlation of its own.
 *
 * @param rho from −1 to 1
 * @param low end of the interval
 * @param high end of the interval
 * @param pairs that were compared
 */
public record RankCorrelation(double rho, double low, double high, int pairs) {

  /** Fewer say nothing. */
  public static final int FEWEST = 4;

  private static final int RESAMPLES = 4_000;
  private static final double CONFIDENCE = 0.95;

  private static final NaturalRanking RANKING =
      new NaturalRanking(NaNStrategy.FAILED, TiesStrategy.AVERAGE);

  public RankCorrelation {
    if (!(-1 <= low && low <= high && high <= 1 && -1 <= rho && rho <= 1)) {
      throw new IllegalArgumentException(
          "A rank correlation of %s (%s to %s) cannot be.".formatted(rho, low, high));
    }
  }

  /**
   * With the interval.
   *
   * @param first one quantity of each thing
   * @param second the other of the same things, in the same order
   * @return empty where there are fewer than {@link #FEWEST} things, or all are alike in one
   *     quantity
   */
  public static Optional<RankCorrelation> of(
      double[] first, double[] second, RandomGenerator random) {
    OptionalDouble rho = rho(first, second);
    if (first.length < FEWEST || rho.isEmpty()) {
      return Optional.empty();
    }
    double[] resampled = new double[RESAMPLES];
    double[] one = new double[first.length];
    double[] other = new double[first.length];
    int drawn = 0;
    while (drawn < RESAMPLES) {
      for (int i = 0; i < one.length; i++) {
        int pair = random.nextInt(one.length);
        one[i] = first[pair];
        other[i] = second[pair];
      }
      OptionalDouble each = rho(one, other);
      if (each.isPresent()) {
        resampled[drawn++] = each.getAsDouble();
      }
    }
    Bootstrap.Interval interval = new Bootstrap.Distribution(resampled).interval(CONFIDENCE);
    return Optional.of(
        new RankCorrelation(rho.getAsDouble(), interval.low(), interval.high(), first.length));
  }

  /** The coefficient alone; empty where all are alike in one of the quantities. */
  static OptionalDouble rho(double[] first, double[] second) {
    if (first.length != second.length) {
      throw new IllegalArgumentException(
          "%d and %d values are not of the same things.".formatted(first.length, second.length));
    }
    return pearson(ranks(first), ranks(second));
  }

  /** From 1 on, the mean for equal values. */
  static double[] ranks(double... values) {
    return RANKING.apply(values);
  }

  private static OptionalDouble pearson(double[] x, double[] y) {
    double mean = (x.length + 1) / 2.0;
    double xx = 0;
    double yy = 0;
    double xy = 0;
    for (int i = 0; i < x.length; i++) {
      xx += (x[i] - mean) * (x[i] - mean);
      yy += (y[i] - mean) * (y[i] - mean);
      xy += (x[i] - mean) * (y[i] - mean);
    }
    return xx > 0 && yy > 0
        ? OptionalDouble.of(Math.clamp(xy / Math.sqrt(xx * yy), -1, 1))
        : OptionalDouble.empty();
  }
}
