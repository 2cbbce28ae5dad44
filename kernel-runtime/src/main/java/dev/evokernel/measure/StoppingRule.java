package dev.evokernel.measure;

import dev.evokernel.outcome.Samples;

/**
 * When samples are enough. A rule sees the samples alone; that there are neither too few nor too
 * many of them, and that they take neither too short nor too long, is {@link SamplingSettings}'
 * business.
 */
public sealed interface StoppingRule
    permits RelativeError, RelativeDeviation, StableNoise, Entropy, FixedCount {

  /** Whether no more samples are needed. */
  boolean isMet(Samples samples);

  /** A share such as 0.005. */
  static double requireShare(double share, String name) {
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException(
          "The %s lies between 0 and 1, and %s does not.".formatted(name, share));
    }
    return share;
  }
}
