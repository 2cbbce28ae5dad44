package dev.evokernel.measure;

import dev.evokernel.outcome.Samples;

/**
 * Met when the samples scatter little, whatever their number.
 *
 * @param deviation the standard deviation, relative to the mean, that is small enough
 */
public record RelativeDeviation(double deviation) implements StoppingRule {

  public RelativeDeviation {
    StoppingRule.requireShare(deviation, "relative deviation");
  }

  @Override
  public boolean isMet(Samples samples) {
    return samples.count() > 1 && samples.deviation() / samples.mean() <= deviation;
  }
}
