package dev.evokernel.measure;

import dev.evokernel.outcome.Samples;

/** Stopping rule: a fixed number of samples. */
public record FixedCount(int count) implements StoppingRule {

  public FixedCount {
    if (count < 1) {
      throw new IllegalArgumentException("count must be ≥ 1, was " + count + ".");
    }
  }

  @Override
  public boolean isMet(Samples samples) {
    return samples.count() >= count;
  }
}
