package dev.evokernel.stats;

import dev.evokernel.outcome.Samples;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Ratio of two programs' quantiles over several processes: the geometric mean over the processes,
 * and its distribution over further processes.
 *
 * <p>Two-level bootstrap. Within a process, whole rounds are drawn in blocks. Between processes,
 * too few ratios are known to draw from. Their deviation is estimated from the known processes
 * together with a {@link #PRIOR prior}, or from the processes alone if that estimate is larger.
 * Each resample draws it from the scaled inverse χ² distribution. The ends of an interval are
 * therefore Student's for the number of processes plus those that the prior counts for.
 */
final class ProcessRatios {

  /**
   * Prior standard deviation of the log ratio of two interleaved programs between processes: 95 %
   * are within 0.83 %. Measured on an H200: 0.1 % between processes with the same programs, and
   * steps of 0.4 % when other programs are measured beside them.
   */
  static final double PRIOR = 0.0026;

  /**
   * Part of the deviation between the rounds of a process that the prior takes for the deviation
   * between processes, where that is larger: what moves samples moves processes too. On two quiet
   * cores the parts were 0.5, on two busy ones 0.7.
   */
  private static final double OF_ROUNDS = 0.6;

  /** Quartiles of a normal distribution, in deviations. */
  private static final double QUARTILES = 1.349;

  /** Degrees of freedom of the prior: the number of processes that it counts for. */
  private static final int PRIOR_PROCESSES = 3;

  private ProcessRatios() {}

  /** Quantile of the base over the quantile of the other; above 1 the other is faster. */
  public static double ratio(List<PairedSamples> processes, double probability) {
    return GeometricMean.of(
        processes.stream().mapToDouble(pair -> pair.ratio(probability)).toArray());
  }

  /**
   * Distribution of the {@link #ratio} of some processes over further processes.
   *
   * @param counted the processes of the ratio; at least one
   * @param all the processes that show the variation between processes, {@code counted} included
   * @param prior deviation that is expected between processes
   */
  static Bootstrap.Distribution distribution(
      List<PairedSamples> counted,
      List<PairedSamples> all,
      double prior,
      double probability,
      Bootstrap bootstrap,
      RandomGenerator random) {
    double squares = squares(all, probability);
    double root = Math.sqrt(counted.size());
    return counted.stream()
        .map(pair -> bootstrap.ratioOfQuantilesInRounds(pair.base(), pair.other(), probability))
        .reduce(Bootstrap.Distribution::times)
        .orElseThrow()
        .power(1.0 / counted.size())
        .moved(() -> deviation(prior, squares, all.size(), random) / root, random);
  }

  /** Deviation that is expected between processes: at least the {@link #PRIOR}. */
  static double prior(List<PairedSamples> processes) {
    return Math.max(PRIOR, OF_ROUNDS * betweenRounds(processes));
  }

  /** Deviation of the log ratio between rounds, by quartiles: the median of the processes. */
  private static double betweenRounds(List<PairedSamples> processes) {
    double[] deviations =
        processes.stream()
            .mapToDouble(
                pair -> {
                  double[] base = pair.base().nanos();
                  double[] other = pair.other().nanos();
                  double[] ratios = new double[base.length];
                  Arrays.setAll(ratios, i -> base[i] / other[i]);
                  Samples rounds = Samples.of(ratios);
                  return Math.log(rounds.quantile(0.75) / rounds.quantile(0.25)) / QUARTILES;
                })
            .sorted()
            .toArray();
    return deviations[deviations.length / 2];
  }

  /** Sum of the squared distances of the log ratios from their mean. */
  private static double squares(List<PairedSamples> processes, double probability) {
    double mean = Math.log(ratio(processes, probability));
    return processes.stream()
        .mapToDouble(pair -> Math.log(pair.ratio(probability)) - mean)
        .map(distance -> distance * distance)
        .sum();
  }

  /** Draws the deviation between processes of which one is known. */
  static double deviation(RandomGenerator random) {
    return deviation(PRIOR, 0, 1, random);
  }

  /**
   * Draws the deviation between processes.
   *
   * @param prior deviation that counts for {@value #PRIOR_PROCESSES} processes
   * @param squares sum of the squared distances of their log ratios from the mean
   */
  private static double deviation(
      double prior, double squares, int processes, RandomGenerator random) {
    double chiSquared = 0;
    for (int i = 0; i < PRIOR_PROCESSES + processes - 1; i++) {
      double normal = random.nextGaussian();
      chiSquared += normal * normal;
    }
    int degrees = PRIOR_PROCESSES + processes - 1;
    double variance = (PRIOR_PROCESSES * prior * prior + squares) / degrees;
    if (processes > 1) {
      variance = Math.max(variance, squares / (processes - 1));
    }
    return Math.sqrt(variance * degrees / chiSquared);
  }
}
