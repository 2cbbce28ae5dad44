package dev.evokernel.measure;

import dev.evokernel.outcome.Samples;

/**
 * Met when the median is known well enough.
 *
 * <p>The measure is the standard error of the median, 1.2533 σ / √n for normal noise, with σ taken
 * from the quartiles (interquartile range / 1.349): a few samples hit by other work on the machine
 * neither prolong the sampling nor end it.
 *
 * @param error the standard error of the median, relative to it, that is small enough
 */
public record RelativeError(double error) implements StoppingRule {

  public RelativeError {
    StoppingRule.requireShare(error, "relative error");
  }

  /** The standard error of the median, relative to it. */
  public static double of(Samples samples) {
    double sigma = (samples.quantile(0.75) - samples.quantile(0.25)) / 1.349;
    return 1.2533 * sigma / Math.sqrt(samples.count()) / samples.p50();
  }

  @Override
  public boolean isMet(Samples samples) {
    return of(samples) <= error;
  }
}
