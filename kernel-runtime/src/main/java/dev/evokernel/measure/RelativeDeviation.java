package dev.evokernel.measure;

import dev.evokernel.outcome.Samples;

/** Stopping rule: a small standard deviation, relative to the mean. */
public record RelativeDeviation(double deviation) implements StoppingRule {

  public RelativeDeviation {
    StoppingRule.requireShare(deviation, "relative deviation");
  }

  @Override
  public boolean isMet(Samples samples) {
    return samples.count() > 1 && samples.deviation() / samples.mean() <= deviation;
  }
}
