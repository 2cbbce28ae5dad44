package dev.evokernel.dispatch;

import dev.evokernel.outcome.Samples;

/**
 * What one configuration takes on one shape.
 *
 * @param nanos of one launch, the median
 * @param error the standard error of that, as a share
 */
public record Timing(double nanos, double error) {

  /** Of a normal distribution the median's standard error over that of the mean. */
  private static final double OF_A_MEDIAN = Math.sqrt(Math.PI / 2);

  private static final double BELOW = 0.1587;

  public Timing {
    if (!(nanos > 0 && Double.isFinite(nanos) && error >= 0)) {
      throw new IllegalArgumentException(
          "A time must be > 0 ns with an error ≥ 0, was " + nanos + " and " + error + ".");
    }
  }

  /** From samples; their spread is taken from quantiles, which no outlier moves. */
  public static Timing of(Samples samples) {
    double spread = (samples.quantile(1 - BELOW) - samples.quantile(BELOW)) / 2;
    return new Timing(
        samples.p50(), OF_A_MEDIAN * spread / Math.sqrt(samples.count()) / samples.p50());
  }
}
