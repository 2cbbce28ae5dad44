package dev.evokernel.stats;

import module java.base;

import org.apache.commons.statistics.ranking.NaNStrategy;
import org.apache.commons.statistics.ranking.NaturalRanking;
import org.apache.commons.statistics.ranking.TiesStrategy;

/**
 * Spearman's rank correlation of two quantities with a 95 % interval: 1 for equal orders, 0 for
 * unrelated orders, −1 for opposite orders.
 *
 * <p>Equal values share the mean of their ranks; the coefficient is Pearson's of the ranks (Kendall
 * and Gibbons 1990, chapter 3). The interval is the percentile bootstrap over pairs (Efron and
 * Tibshirani 1993, chapter 13). Resamples with one constant quantity have no correlation and are
 * drawn again. Commons Statistics provides the ranks but no correlation.
 *
 * @param rho from −1 to 1
 */
public record RankCorrelation(double rho, double low, double high, int pairs) {

  /** Smallest number of pairs. */
  public static final int FEWEST = 4;

  private static final int RESAMPLES = 4_000;
  private static final double CONFIDENCE = 0.95;

  private static final NaturalRanking RANKING =
      new NaturalRanking(NaNStrategy.FAILED, TiesStrategy.AVERAGE);

  public RankCorrelation {
    if (!(-1 <= low && low <= high && high <= 1 && -1 <= rho && rho <= 1)) {
      throw new IllegalArgumentException(
          "A rank correlation must lie in [-1, 1], was %s (%s to %s).".formatted(rho, low, high));
    }
  }

  /**
   * Computes the correlation and its interval.
   *
   * @return empty for fewer than {@link #FEWEST} items, or a constant quantity
   */
  public static Optional<RankCorrelation> of(
      double[] first, double[] second, RandomGenerator random) {
    OptionalDouble rho = rho(first, second);
    if (first.length < FEWEST || rho.isEmpty()) {
      return Optional.empty();
    }
    double[] resampled = new double[RESAMPLES];
    double[] x = new double[first.length];
    double[] y = new double[first.length];
    int drawn = 0;
    while (drawn < RESAMPLES) {
      for (int i = 0; i < x.length; i++) {
        int pair = random.nextInt(x.length);
        x[i] = first[pair];
        y[i] = second[pair];
      }
      OptionalDouble each = rho(x, y);
      if (each.isPresent()) {
        resampled[drawn++] = each.getAsDouble();
      }
    }
    Distribution.Interval interval = new Distribution(resampled).interval(CONFIDENCE);
    return Optional.of(
        new RankCorrelation(rho.getAsDouble(), interval.low(), interval.high(), first.length));
  }

  /** Coefficient without interval; empty for a constant quantity. */
  static OptionalDouble rho(double[] first, double[] second) {
    if (first.length != second.length) {
      throw new IllegalArgumentException(
          "Quantities need equal counts, had %d and %d.".formatted(first.length, second.length));
    }
    return pearson(ranks(first), ranks(second));
  }

  /** Ranks from 1, the mean rank for equal values. */
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
