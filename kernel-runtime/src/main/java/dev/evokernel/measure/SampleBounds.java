package dev.evokernel.measure;

import java.time.Duration;

/**
 * Bounds within which a {@link StoppingRule} decides.
 *
 * @param minSamples minimum number of samples, unless the {@link Race} is lost
 * @param atLeast minimum time of sampling, even if the rule is met
 * @param atMost maximum time of sampling, after {@code minSamples}
 */
public record SampleBounds(int minSamples, int maxSamples, Duration atLeast, Duration atMost) {

  public SampleBounds {
    if (minSamples < 1 || maxSamples < minSamples) {
      throw new IllegalArgumentException(
          "Samples need 1 ≤ minSamples ≤ maxSamples, was %d and %d."
              .formatted(minSamples, maxSamples));
    }
    if (atMost.compareTo(atLeast) < 0) {
      throw new IllegalArgumentException(
          "Sampling needs atLeast ≤ atMost, was %s and %s.".formatted(atLeast, atMost));
    }
  }
}
