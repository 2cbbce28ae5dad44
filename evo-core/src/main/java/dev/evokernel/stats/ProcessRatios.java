package dev.evokernel.stats;

import module java.base;

import dev.evokernel.outcome.Samples;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Ratio of two programs' quantiles over several processes: the geometric mean over the processes,
 * and its distribution over further processes.
 *
 * <p>A process is one observation of the log ratio. Its variance is estimated from the processes of
 * this pair, from those of other pairs on the same shape, and from a prior: the deviation that the
 * rounds of a process let expect, and {@link #PRIOR} between processes. A process whose own rounds
 * vary more counts with that. Intervals are Student's.
 *
 * @param logarithm of the ratio
 * @param deviation of the logarithm
 * @param degrees of freedom of the deviation
 */
public record ProcessRatios(double logarithm, double deviation, double degrees) {

  /**
   * Prior standard deviation of the log ratio of two interleaved programs between processes: 95 %
   * are within 0.83 %. Measured on an H200: 0.1 % between processes with the same programs, and
   * steps of 0.4 % when other programs are measured beside them.
   */
  static final double PRIOR = 0.0026;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** Enough for the ends of a 99 % interval to be steady in the third digit. */
  private static final int DRAWS = 10_000;

  /** Degrees of freedom of the prior: the number of processes that it counts for. */
  private static final int PRIOR_PROCESSES = 3;

  /** Quartiles of a normal distribution, in deviations. */
  private static final double QUARTILES = 1.349;

  /** Factor, less 1, by which the quartiles of one value would be too near each other. */
  private static final double FEW = 1.8;

  /**
   * Estimates a ratio.
   *
   * @param counted the processes of the ratio; at least one
   * @param all the processes that show the variation between processes, {@code counted} included
   * @param others processes of other programs beside the same base
   * @param probability of the quantile
   */
  static ProcessRatios of(
      List<PairedSamples> counted,
      List<PairedSamples> all,
      List<List<PairedSamples>> others,
      double probability) {
    double[] rounds =
        Stream.concat(Stream.of(all), others.stream())
            .flatMap(List::stream)
            .mapToDouble(pair -> ofRounds(pair, probability))
            .sorted()
            .toArray();
    double expected = PRIOR * PRIOR + rounds[rounds.length / 2];
    double degrees = PRIOR_PROCESSES + all.size() - 1;
    double squares = PRIOR_PROCESSES * expected + squares(all, probability);
    List<List<PairedSamples>> repeated = others.stream().filter(one -> one.size() > 1).toList();
    // They share the base: half of each variance is common, and many are worth four.
    double share = 4. / (3 + repeated.size());
    for (List<PairedSamples> one : repeated) {
      degrees += share * (one.size() - 1);
      squares += share * squares(one, probability);
    }
    double usual = squares / degrees;
    double variance =
        counted.stream()
            .mapToDouble(
                pair ->
                    Math.max(usual, PRIOR * PRIOR + ofRounds(pair, probability))
                        + (pair.isDisturbed() ? Math.pow(Math.log(pair.spread()), 2) : 0))
            .sum();
    return new ProcessRatios(
        Math.log(ratio(counted, probability)), Math.sqrt(variance) / counted.size(), degrees);
  }

  /** Estimates the ratio of medians of one process whose samples were not taken in rounds. */
  static ProcessRatios inOneProcess(Samples base, Samples other) {
    return new ProcessRatios(
        Math.log(base.p50() / other.p50()),
        Math.sqrt(PRIOR * PRIOR + ofQuantile(base, 0.5) + ofQuantile(other, 0.5)),
        PRIOR_PROCESSES);
  }

  /** Quantile of the base over the quantile of the other; above 1 the other is faster. */
  static double ratio(List<PairedSamples> processes, double probability) {
    return GeometricMean.of(
        processes.stream().mapToDouble(pair -> pair.ratio(probability)).toArray());
  }

  Distribution.Interval interval(double confidence) {
    double far =
        TDistribution.of(degrees).inverseCumulativeProbability((1 + confidence) / 2) * deviation;
    return new Distribution.Interval(Math.exp(logarithm - far), Math.exp(logarithm + far));
  }

  /** Draws ratios that further processes would measure; the same for the same ratio. */
  public Distribution drawn() {
    var random = new SplittableRandom(hashCode());
    double[] ratios = new double[DRAWS];
    for (int i = 0; i < DRAWS; i++) {
      // Student's distribution from two uniform numbers (Bailey, 1994).
      double radius = Math.sqrt(degrees * (Math.pow(random.nextDouble(), -2 / degrees) - 1));
      double student = radius * Math.cos(2 * Math.PI * random.nextDouble());
      ratios[i] = Math.exp(logarithm + student * deviation);
    }
    return new Distribution(ratios);
  }

  /**
   * Variance of a process's log ratio by its rounds: of a normal distribution's quantile, with the
   * deviation by quartiles, which few disturbed rounds leave as it is.
   */
  private static double ofRounds(PairedSamples pair, double probability) {
    double[] base = pair.base().nanos();
    double[] other = pair.other().nanos();
    double[] ratios = new double[base.length];
    Arrays.setAll(ratios, i -> base[i] / other[i]);
    return ofQuantile(Samples.of(ratios), probability);
  }

  private static double ofQuantile(Samples samples, double probability) {
    double deviation =
        Math.log(samples.quantile(0.75) / samples.quantile(0.25))
            / QUARTILES
            * (1 + FEW / samples.count());
    double density = NORMAL.density(NORMAL.inverseCumulativeProbability(probability));
    return Math.pow(deviation / density, 2) * probability * (1 - probability) / samples.count();
  }

  /** Sum of the squared distances of the log ratios from their mean. */
  private static double squares(List<PairedSamples> processes, double probability) {
    double mean = Math.log(ratio(processes, probability));
    return processes.stream()
        .mapToDouble(pair -> Math.log(pair.ratio(probability)) - mean)
        .map(distance -> distance * distance)
        .sum();
  }
}
