package dev.evokernel.measure;

import java.time.Duration;

/**
 * Between which bounds a {@link StoppingRule} decides.
 *
 * @param minSamples never fewer, unless the race is lost
 * @param maxSamples never more
 * @param atLeast sampling goes on for this long even when the rule is met
 * @param atMost sampling ends after this long, once there are {@code minSamples}
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
