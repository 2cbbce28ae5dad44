package dev.evokernel.measure;

import dev.evokernel.outcome.Samples;

/** Rule that decides when samples suffice, within {@link SampleBounds}. */
public sealed interface StoppingRule
    permits RelativeError, RelativeDeviation, StableNoise, Entropy, FixedCount {

  boolean isMet(Samples samples);

  static double requireShare(double share, String name) {
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException(
          "The %s must be > 0 and < 1, was %s.".formatted(name, share));
    }
    return share;
  }
}
