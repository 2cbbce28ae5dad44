package dev.evokernel.measure;

import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Shape;
import java.time.Duration;
import java.util.Optional;

/**
 * When a measurement begins to count and when it is enough.
 *
 * @param warmUp launches are discarded until they have taken this long together
 * @param sample how long one sample lasts at the least; shorter launches are timed in batches
 * @param minSamples never fewer, unless the race is lost
 * @param maxSamples never more
 * @param atLeast sampling goes on for this long even when the rule is met
 * @param atMost sampling ends after this long, once there are {@code minSamples}
 * @param stop when the samples are enough within these bounds
 * @param cache what every launch finds in the caches, whatever its shape says; empty for what the
 *     shape says
 * @param race when a candidate that is slower than the best is given up
 * @param energy whether the energy of a launch is measured too, which takes most of a second
 */
public record SamplingSettings(
    Duration warmUp,
    Duration sample,
    int minSamples,
    int maxSamples,
    Duration atLeast,
    Duration atMost,
    StoppingRule stop,
    Optional<CacheState> cache,
    Race race,
    boolean energy) {

  /** Some 50 to 100 ms for a launch of up to a few milliseconds. */
  public static final SamplingSettings DEFAULT =
      new SamplingSettings(
          Duration.ofMillis(8),
          Duration.ofNanos(200_000),
          10,
          200,
          Duration.ofMillis(30),
          Duration.ofMillis(80),
          new RelativeError(0.004),
          Optional.empty(),
          Race.DEFAULT,
          false);

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
  }

  /** The same with other bounds in samples. */
  public SamplingSettings between(int least, int most) {
    return new SamplingSettings(
        warmUp, sample, least, most, atLeast, atMost, stop, cache, race, energy);
  }

  /** The same with other bounds in time. */
  public SamplingSettings between(Duration least, Duration most) {
    return new SamplingSettings(
        warmUp, sample, minSamples, maxSamples, least, most, stop, cache, race, energy);
  }

  /** The same with another rule. */
  public SamplingSettings until(StoppingRule other) {
    return new SamplingSettings(
        warmUp, sample, minSamples, maxSamples, atLeast, atMost, other, cache, race, energy);
  }

  /** The same with the same caches on every shape. */
  public SamplingSettings from(CacheState other) {
    return new SamplingSettings(
        warmUp,
        sample,
        minSamples,
        maxSamples,
        atLeast,
        atMost,
        stop,
        Optional.of(other),
        race,
        energy);
  }

  /** A shape with what its launches really find in the caches. */
  public Shape on(Shape shape) {
    return cache.map(shape::with).orElse(shape);
  }

  /** The same with another race. */
  public SamplingSettings racing(Race other) {
    return new SamplingSettings(
        warmUp, sample, minSamples, maxSamples, atLeast, atMost, stop, cache, other, energy);
  }

  /** The same with samples of another length. */
  public SamplingSettings inSamplesOf(Duration other) {
    return new SamplingSettings(
        warmUp, other, minSamples, maxSamples, atLeast, atMost, stop, cache, race, energy);
  }

  /** The same with or without the energy of a launch. */
  public SamplingSettings withEnergy(boolean measured) {
    return new SamplingSettings(
        warmUp, sample, minSamples, maxSamples, atLeast, atMost, stop, cache, race, measured);
  }
}
