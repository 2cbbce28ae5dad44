package dev.evokernel.shipping;

import dev.evokernel.outcome.Samples;

/**
 * Time of one configuration on one shape.
 *
 * @param nanos median of one launch
 * @param error relative standard error of the median
 */
public record Timing(double nanos, double error) {

  /** Ratio of the standard errors of median and mean of a normal distribution. */
  private static final double OF_A_MEDIAN = Math.sqrt(Math.PI / 2);

  private static final double BELOW = 0.1587;

  public Timing {
    if (!(nanos > 0 && Double.isFinite(nanos) && error >= 0)) {
      throw new IllegalArgumentException(
          "A time must be > 0 ns with an error ≥ 0, was " + nanos + " and " + error + ".");
    }
  }

  /** Computes the time from samples; the spread comes from quantiles, robust against outliers. */
  public static Timing of(Samples samples) {
    double spread = (samples.quantile(1 - BELOW) - samples.quantile(BELOW)) / 2;
    return new Timing(
        samples.p50(), OF_A_MEDIAN * spread / Math.sqrt(samples.count()) / samples.p50());
  }
}
