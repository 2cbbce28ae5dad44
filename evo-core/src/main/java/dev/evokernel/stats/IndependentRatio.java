package dev.evokernel.stats;

import dev.evokernel.outcome.Samples;
import java.util.random.RandomGenerator;

/**
 * How much larger a quantity is under one condition than under another, from runs that have nothing
 * to do with each other. The interval is the bootstrap's 95 %.
 */
public final class IndependentRatio {

  private IndependentRatio() {}

  /**
   * Of geometric means.
   *
   * @param above all above 0
   * @param below all above 0
   */
  public static RatioEstimate ofMeans(double[] above, double[] below, RandomGenerator random) {
    double ratio = GeometricMean.of(above) / GeometricMean.of(below);
    return estimate(
        ratio, new Bootstrap(random).ratioOfGeometricMeans(Samples.of(above), Samples.of(below)));
  }

  /**
   * Of medians.
   *
   * @param above all above 0
   * @param below all above 0
   */
  public static RatioEstimate ofMedians(double[] above, double[] below, RandomGenerator random) {
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
