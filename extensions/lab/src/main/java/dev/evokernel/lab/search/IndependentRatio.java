package dev.evokernel.lab.search;

import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.Bootstrap;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.stats.RatioEstimate;
import dev.evokernel.stats.SpeedUp;
import java.util.random.RandomGenerator;

/**
 * Ratios of a quantity under two conditions, from independent runs, with 95 % bootstrap intervals.
 */
final class IndependentRatio {

  private IndependentRatio() {}

  /** Ratio of geometric means of positive values. */
  static RatioEstimate ofMeans(double[] above, double[] below, RandomGenerator random) {
    double ratio = GeometricMean.of(above) / GeometricMean.of(below);
    return estimate(
        ratio, new Bootstrap(random).ratioOfGeometricMeans(Samples.of(above), Samples.of(below)));
  }

  /** Ratio of medians of positive values. */
  static RatioEstimate ofMedians(double[] above, double[] below, RandomGenerator random) {
    Samples numerator = Samples.of(above);
    Samples denominator = Samples.of(below);
    return estimate(
        numerator.p50() / denominator.p50(),
        new Bootstrap(random).ratioOfQuantiles(numerator, denominator, 0.5));
  }

  private static RatioEstimate estimate(double ratio, Bootstrap.Distribution resampled) {
    Bootstrap.Interval interval = resampled.interval(SpeedUp.CONFIDENCE);
    return new RatioEstimate(ratio, interval.low(), interval.high());
  }
}
