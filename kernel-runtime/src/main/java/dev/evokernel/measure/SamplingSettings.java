package dev.evokernel.measure;

import java.time.Duration;

/**
 * When a measurement begins to count and when it is enough.
 *
 * @param warmUp launches are discarded until they have taken this long together
 * @param sample how long one sample lasts at the least; shorter launches are timed in batches
 * @param minSamples never fewer, unless the candidate is hopeless
 * @param maxSamples never more
 * @param atLeast sampling goes on for this long even when the median is already well known
 * @param atMost sampling ends after this long, once there are {@code minSamples}
 * @param error the relative standard error of the median that is small enough
 * @param hopeless a candidate this many times slower than the cut-off is given up early
 */
public record SamplingSettings(
    Duration warmUp,
    Duration sample,
    int minSamples,
    int maxSamples,
    Duration atLeast,
    Duration atMost,
    double error,
    double hopeless) {

  /** Some 50 to 100 ms for a launch of up to a few milliseconds. */
  public static final SamplingSettings DEFAULT =
      new SamplingSettings(
          Duration.ofMillis(8),
          Duration.ofNanos(200_000),
          10,
          200,
          Duration.ofMillis(30),
          Duration.ofMillis(80),
          0.004,
          1.5);

  public SamplingSettings {
    if (minSamples < 1 || maxSamples < minSamples) {
      throw new IllegalArgumentException(
          "Samples need 1 <= minSamples <= maxSamples, not "
              + minSamples
              + " and "
              + maxSamples
              + ".");
    }
    if (warmUp.isNegative() || !sample.isPositive() || atMost.compareTo(atLeast) < 0) {
      throw new IllegalArgumentException(
          "Sampling needs warmUp >= 0, sample > 0 and atLeast <= atMost, not %s, %s, %s and %s."
              .formatted(warmUp, sample, atLeast, atMost));
    }
    if (!(error > 0 && hopeless > 1)) {
      throw new IllegalArgumentException(
          "Sampling needs error > 0 and hopeless > 1, not " + error + " and " + hopeless + ".");
    }
  }
}
