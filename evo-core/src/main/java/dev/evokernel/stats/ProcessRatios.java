package dev.evokernel.stats;

import module java.base;

import dev.evokernel.outcome.Samples;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Ratio of two programs' quantiles over several processes, and its distribution over further
 * processes.
 *
 * <p>A process is one observation of the log ratio. Its own rounds let expect a variance; how many
 * times larger the variance between processes is (at least 1; Birge's ratio), is estimated from all
 * processes of the finals, together with a prior of 1. Processes are weighted by their variances.
 * Intervals are Student's.
 *
 * @param logarithm of the ratio
 * @param deviation of the logarithm
 * @param degrees of freedom of the deviation
 */
public record ProcessRatios(double logarithm, double deviation, double degrees) {

  /**
   * Least standard deviation of the log ratio of two interleaved programs between processes, if one
   * of three is known: 95 % are within 0.83 %. Measured on an H200: 0.1 % between processes with
   * the same programs, and steps of 0.4 % when other programs are measured beside them.
   */
  static final double PRIOR = 0.0026;

  /** A factor of 1e18, so that ends of intervals are numbers. */
  private static final double FARTHEST = 41;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** Enough for the ends of a 99 % interval to be steady in the third digit. */
  private static final int DRAWS = 10_000;

  /** Degrees of freedom of the prior: the number of processes that it counts for. */
  private static final int PRIOR_PROCESSES = 3;

  /** Quartiles of a normal distribution, in deviations. */
  private static final double QUARTILES = 1.349;

  /** Quartiles of n samples are too near each other by a factor of about 1 + {@value} / n. */
  private static final double FEW = 1.8;

  /**
   * Squared distances between processes.
   *
   * @param squares of log ratios from their mean, in variances that the rounds let expect
   */
  record Variation(double squares, double degrees) {

    /** Prior, before any process. */
    static final Variation PRIOR = new Variation(PRIOR_PROCESSES, PRIOR_PROCESSES);

    static Variation of(
        List<PairedSamples> processes,
        ToDoubleFunction<PairedSamples> variances,
        double probability) {
      double mean = ProcessRatios.of(processes, variances, PRIOR, probability).logarithm;
      return new Variation(
          processes.stream()
              .mapToDouble(
                  pair ->
                      Math.pow(Math.log(pair.ratio(probability)) - mean, 2)
                          / variances.applyAsDouble(pair))
              .sum(),
          processes.size() - 1);
    }

    Variation plus(double share, Variation other) {
      return new Variation(squares + share * other.squares, degrees + share * other.degrees);
    }
  }

  /** Estimates the ratio from its processes alone; at least one. */
  static ProcessRatios of(List<PairedSamples> processes, double probability) {
    ToDoubleFunction<PairedSamples> variances = variances(processes, probability);
    var variation = Variation.PRIOR.plus(1, Variation.of(processes, variances, probability));
    return of(processes, variances, variation, probability);
  }

  /**
   * Estimates a ratio.
   *
   * @param counted the processes of the ratio; at least one
   * @param variances of processes by their rounds
   */
  static ProcessRatios of(
      List<PairedSamples> counted,
      ToDoubleFunction<PairedSamples> variances,
      Variation variation,
      double probability) {
    double inflation = Math.max(1, variation.squares() / variation.degrees());
    double weights = 0;
    double weighted = 0;
    for (PairedSamples pair : counted) {
      double variance =
          inflation * variances.applyAsDouble(pair)
              + (pair.isDisturbed() ? Math.pow(Math.log(pair.spread()), 2) : 0);
      weights += 1 / variance;
      weighted += Math.log(pair.ratio(probability)) / variance;
    }
    return new ProcessRatios(weighted / weights, Math.sqrt(1 / weights), variation.degrees());
  }

  /**
   * Variances that the rounds of processes let expect: of a pair, at least the median of the pairs
   * with the same base, because few rounds may agree by chance.
   */
  static ToDoubleFunction<PairedSamples> variances(
      List<PairedSamples> processes, double probability) {
    var own = new IdentityHashMap<PairedSamples, Double>();
    var beside = new IdentityHashMap<Samples, List<Double>>();
    processes.forEach(pair -> own.put(pair, ofRounds(pair, probability)));
    own.forEach(
        (pair, one) -> beside.computeIfAbsent(pair.base(), _ -> new ArrayList<>()).add(one));
    beside.values().forEach(Collections::sort);
    return pair -> {
      List<Double> all = Objects.requireNonNull(beside.get(pair.base()));
      double least = all.get(all.size() / 2);
      return PRIOR * PRIOR + Math.max(least, Objects.requireNonNull(own.get(pair)));
    };
  }

  /** Estimates the ratio of medians of one process whose samples were not taken in rounds. */
  static ProcessRatios inOneProcess(Samples base, Samples other) {
    return new ProcessRatios(
        Math.log(base.p50() / other.p50()),
        Math.sqrt(PRIOR * PRIOR + ofQuantile(base, 0.5) + ofQuantile(other, 0.5)),
        PRIOR_PROCESSES);
  }

  double ratio() {
    return Math.exp(logarithm);
  }

  Distribution.Interval interval(double confidence) {
    double far =
        TDistribution.of(degrees).inverseCumulativeProbability((1 + confidence) / 2) * deviation;
    double farthest = Math.min(far, FARTHEST);
    return new Distribution.Interval(
        Math.exp(logarithm - farthest), Math.exp(logarithm + farthest));
  }

  /** Draws ratios that further processes would measure; the same for the same ratio. */
  public Distribution drawn() {
    var random =
        new SplittableRandom(Arrays.hashCode(new double[] {logarithm, deviation, degrees}));
    double[] ratios = new double[DRAWS];
    for (int i = 0; i < DRAWS; i++) {
      // Student's distribution from two uniform numbers (Bailey, 1994).
      double radius = Math.sqrt(degrees * (Math.pow(random.nextDouble(), -2 / degrees) - 1));
      double student = radius * Math.cos(2 * Math.PI * random.nextDouble());
      ratios[i] = Math.exp(logarithm + Math.clamp(student * deviation, -FARTHEST, FARTHEST));
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
}
