package dev.evokernel.stats;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The ratio of two programs' quantiles over several processes: the geometric mean of what each
 * process says, and what it would come to in other processes.
 *
 * <p>A bootstrap of two levels. Within a process whole rounds are drawn, in blocks. Between
 * processes the ratio moves, and too few are seen to draw from them: their deviation is estimated
 * from those that were seen together with a {@link #PRIOR prior}, or from them alone where that is
 * more, and drawn anew for each resample from the scaled inverse χ² distribution that says how well
 * it is known. So the ends of an interval are Student's for the processes seen and those that the
 * prior is worth.
 */
final class ProcessRatios {

  /**
   * How far the logarithm of the ratio of two programs whose samples are interleaved moves from
   * process to process, before any of these processes is seen: 95 % are within 0.83 %. Seen on an
   * H200 was a standard deviation of 0.1 % from process to process among the same programs, and
   * steps of 0.4 % when others are measured beside them.
   */
  private static final double PRIOR = 0.0026;

  /** The degrees of freedom of that: how many processes the prior is worth. */
  private static final int PRIOR_PROCESSES = 3;

  private ProcessRatios() {}

  /** The base's quantile over the other's, above 1 where the other is faster. */
  static double ratio(List<PairedSamples> processes, double probability) {
    return GeometricMean.of(
        processes.stream().mapToDouble(one -> one.ratio(probability)).toArray());
  }

  /**
   * What {@link #ratio} would come to in other processes.
   *
   * @param processes at least one
   */
  static Bootstrap.Distribution distribution(
      List<PairedSamples> processes, double probability, int resamples, RandomGenerator random) {
    var bootstrap = new Bootstrap(random, resamples);
    double squares = squares(processes, probability);
    int count = processes.size();
    return processes.stream()
        .map(one -> bootstrap.ratioOfQuantilesInRounds(one.base(), one.other(), probability))
        .reduce(Bootstrap.Distribution::times)
        .orElseThrow()
        .power(1.0 / count)
        .moved(() -> deviation(squares, count, random) / Math.sqrt(count), random);
  }

  /** The squared distances of the processes' log ratios from their mean, summed up. */
  private static double squares(List<PairedSamples> processes, double probability) {
    double mean = Math.log(ratio(processes, probability));
    return processes.stream()
        .mapToDouble(one -> Math.log(one.ratio(probability)) - mean)
        .map(distance -> distance * distance)
        .sum();
  }

  /** A draw of the deviation between processes where a single one was seen. */
  static double deviation(RandomGenerator random) {
    return deviation(0, 1, random);
  }

  private static double deviation(double squares, int processes, RandomGenerator random) {
    double chiSquared = 0;
    for (int i = 0; i < PRIOR_PROCESSES + processes - 1; i++) {
      double normal = random.nextGaussian();
      chiSquared += normal * normal;
    }
    int degrees = PRIOR_PROCESSES + processes - 1;
    double variance = (PRIOR_PROCESSES * PRIOR * PRIOR + squares) / degrees;
    if (processes > 1) {
      variance = Math.max(variance, squares / (processes - 1));
    }
    return Math.sqrt(variance * degrees / chiSquared);
  }
}
