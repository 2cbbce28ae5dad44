package dev.evokernel.measure;

import dev.evokernel.outcome.Samples;

/**
 * Stopping rule: a small standard error of the median.
 *
 * <p>The standard error is 1.2533 σ / √n for normal noise. σ is the interquartile range / 1.349, so
 * that a few disturbed samples neither prolong nor end the sampling.
 *
 * @param error maximum standard error, relative to the median
 */
public record RelativeError(double error) implements StoppingRule {

  public RelativeError {
    StoppingRule.requireShare(error, "relative error");
  }

  /** Standard error of the median, relative to the median. */
  public static double of(Samples samples) {
    double sigma = (samples.quantile(0.75) - samples.quantile(0.25)) / 1.349;
    return 1.2533 * sigma / Math.sqrt(samples.count()) / samples.p50();
  }

  @Override
  public boolean isMet(Samples samples) {
    return of(samples) <= error;
  }
}
