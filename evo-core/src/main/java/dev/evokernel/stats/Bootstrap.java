package dev.evokernel.stats;

import module java.base;

import dev.evokernel.outcome.Samples;
import org.apache.commons.statistics.ranking.NaNStrategy;
import org.apache.commons.statistics.ranking.NaturalRanking;
import org.apache.commons.statistics.ranking.TiesStrategy;

/**
 * Percentile bootstrap of Efron and Tibshirani (1993, chapter 13).
 *
 * <p>Not BCa: its acceleration comes from the jackknife, which is inconsistent for the median and
 * every other quantile (ibid., section 11.7), so the correction would add noise. A quantile of a
 * resample depends only on how often each order statistic was drawn; counting the draws avoids
 * sorting each resample.
 */
public record Bootstrap(RandomGenerator random, int resamples) {

  /**
   * Number of resamples; enough for the ends of a 99 % interval to be steady in the third digit.
   */
  public static final int RESAMPLES = 10_000;

  /** Creates a bootstrap with {@value #RESAMPLES} resamples. */
  public Bootstrap(RandomGenerator random) {
    this(random, RESAMPLES);
  }

  public record Interval(double low, double high) {}

  public static final class Distribution {

    private final double[] values;

    Distribution(double[] values) {
      this.values = values;
    }

    public Interval interval(double confidence) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      double tail = (1 - confidence) / 2;
      return new Interval(quantile(sorted, tail), quantile(sorted, 1 - tail));
    }

    /** Combines distributions of the same resamples, resample by resample. */
    public static Distribution combined(
        List<Distribution> distributions, ToDoubleFunction<double[]> combine) {
      double[] at = new double[distributions.size()];
      double[] combined = new double[distributions.getFirst().values.length];
      for (int i = 0; i < combined.length; i++) {
        for (int d = 0; d < at.length; d++) {
          at[d] = distributions.get(d).values[i];
        }
        combined[i] = combine.applyAsDouble(at);
      }
      return new Distribution(combined);
    }

    /** Quotient, resample by resample. */
    public Distribution over(Distribution other) {
      double[] quotient = values.clone();
      Arrays.setAll(quotient, i -> quotient[i] / other.values[i]);
      return new Distribution(quotient);
    }

    /** Product, resample by resample; for the geometric mean over independent shapes. */
    Distribution times(Distribution other) {
      double[] product = values.clone();
      Arrays.setAll(product, i -> product[i] * other.values[i]);
      return new Distribution(product);
    }

    /**
     * Moves the logarithm of each resample by a normal distance with the given standard deviation.
     */
    Distribution moved(DoubleSupplier deviation, RandomGenerator random) {
      return new Distribution(
          Arrays.stream(values)
              .map(x -> x * Math.exp(deviation.getAsDouble() * random.nextGaussian()))
              .toArray());
    }

    Distribution power(double exponent) {
      return new Distribution(Arrays.stream(values).map(x -> Math.pow(x, exponent)).toArray());
    }

    /**
     * Nearest order statistic, so that the end of an interval is the value of some resample.
     * Commons Statistics has no such quantile: HF3 rounds from another origin, and HF7
     * interpolates.
     */
    private static double quantile(double[] sorted, double probability) {
      return sorted[(int) Math.round(probability * (sorted.length - 1))];
    }
  }

  /** Returns the distribution of the ratio of two quantiles of independent samples. */
  public Distribution ratioOfQuantiles(Samples numerator, Samples denominator, double probability) {
    double[] above = quantiles(numerator, probability);
    double[] below = quantiles(denominator, probability);
    Arrays.setAll(above, i -> above[i] / below[i]);
    return new Distribution(above);
  }

  /**
   * Ratio of two quantiles for samples taken in rounds, one of each in every round. Whole rounds
   * are drawn, so that common disturbances cancel, and in blocks of neighbours, since neighbours
   * are correlated: the circular block bootstrap of Politis and Romano (1992) with blocks of n^⅓
   * rounds.
   */
  Distribution ratioOfQuantilesInRounds(
      Samples numerator, Samples denominator, double probability) {
    int rounds = numerator.count();
    if (denominator.count() != rounds) {
      throw new IllegalArgumentException(
          rounds + " and " + denominator.count() + " samples were not taken in the same rounds.");
    }
    int block = (int) Math.ceil(Math.cbrt(rounds));
    var above = new Ranked(numerator.nanos());
    var below = new Ranked(denominator.nanos());
    double[] ratios = new double[resamples];
    int[] draws = new int[rounds];
    for (int i = 0; i < resamples; i++) {
      Arrays.fill(draws, 0);
      for (int drawn = 0, from = 0; drawn < rounds; drawn++) {
        from = drawn % block == 0 ? random.nextInt(rounds) : (from + 1) % rounds;
        draws[from]++;
      }
      ratios[i] = above.quantile(draws, probability) / below.quantile(draws, probability);
    }
    return new Distribution(ratios);
  }

  /** Sorted samples with the rank of each round's sample. */
  private static final class Ranked {

    private static final NaturalRanking RANKING =
        new NaturalRanking(NaNStrategy.FAILED, TiesStrategy.SEQUENTIAL);

    private final double[] sorted;
    private final int[] ranks;
    private final int[] counts;

    Ranked(double[] values) {
      sorted = values.clone();
      Arrays.sort(sorted);
      ranks = Arrays.stream(RANKING.apply(values)).mapToInt(rank -> (int) rank - 1).toArray();
      counts = new int[values.length];
    }

    /** Quantile where each round is drawn a number of times. */
    double quantile(int[] draws, double probability) {
      for (int round = 0; round < draws.length; round++) {
        counts[ranks[round]] = draws[round];
      }
      return Bootstrap.quantile(sorted, counts, probability);
    }
  }

  private double[] quantiles(Samples samples, double probability) {
    double[] sorted = samples.nanos();
    Arrays.sort(sorted);
    int[] draws = new int[sorted.length];
    double[] quantiles = new double[resamples];
    for (int i = 0; i < resamples; i++) {
      Arrays.fill(draws, 0);
      for (int n = 0; n < sorted.length; n++) {
        draws[random.nextInt(sorted.length)]++;
      }
      quantiles[i] = quantile(sorted, draws, probability);
    }
    return quantiles;
  }

  /**
   * HF7, as {@link Samples#quantile}, of a sample given by its counts. Commons Statistics would
   * need every resample in full.
   */
  private static double quantile(double[] sorted, int[] draws, double probability) {
    double position = probability * (sorted.length - 1);
    int rank = (int) position;
    int at = -1;
    int seen = 0;
    while (seen <= rank) {
      seen += draws[++at];
    }
    double lower = sorted[at];
    double fraction = position - rank;
    if (fraction == 0 || seen > rank + 1) {
      return lower;
    }
    do {
      at++;
    } while (draws[at] == 0);
    return lower + fraction * (sorted[at] - lower);
  }
}
