package dev.evokernel.measure;

import dev.evokernel.outcome.Samples;

/**
 * So many samples, whatever they say.
 *
 * @param count of samples
 */
public record FixedCount(int count) implements StoppingRule {

  public FixedCount {
    if (count < 1) {
      throw new IllegalArgumentException("At least one sample is taken, not " + count + ".");
    }
  }

  @Override
  public boolean isMet(Samples samples) {
    return samples.count() >= count;
  }
}
