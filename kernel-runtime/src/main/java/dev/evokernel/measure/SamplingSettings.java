package dev.evokernel.measure;

import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Shape;
import java.time.Duration;
import java.util.Optional;

/**
 * When a measurement begins to count and when it is enough.
 *
 * @param sample how one sample is taken
 * @param bounds how many samples there are, and how long they take together
 * @param stop when the samples are enough within these bounds
 * @param race when a candidate that is slower than the best is given up
 */
public record SamplingSettings(
    SampleSettings sample, SampleBounds bounds, StoppingRule stop, Race race) {

  /** The warm-up after a verification, which has warmed up most of it. */
  private static final Duration WARMED = Duration.ofNanos(300_000);

  /** How many samples tell a slow candidate from a fast one. */
  private static final SampleBounds FIRST =
      new SampleBounds(5, 12, Duration.ZERO, Duration.ofNanos(2_500_000));

  /** Some 50 to 100 ms for a launch of up to a few milliseconds. */
  public static final SamplingSettings DEFAULT =
      new SamplingSettings(
          new SampleSettings(
              Duration.ofMillis(8), Duration.ofNanos(200_000), Optional.empty(), false),
          new SampleBounds(10, 200, Duration.ofMillis(10), Duration.ofMillis(80)),
          new RelativeError(0.004),
          Race.DEFAULT);

  /** The same with other bounds in samples. */
  public SamplingSettings between(int least, int most) {
    return with(new SampleBounds(least, most, bounds.atLeast(), bounds.atMost()));
  }

  /** The same with other bounds in time. */
  public SamplingSettings between(Duration least, Duration most) {
    return with(new SampleBounds(bounds.minSamples(), bounds.maxSamples(), least, most));
  }

  /** The same with another rule. */
  public SamplingSettings until(StoppingRule other) {
    return new SamplingSettings(sample, bounds, other, race);
  }

  /** The same with another race. */
  public SamplingSettings racing(Race other) {
    return new SamplingSettings(sample, bounds, stop, other);
  }

  /** The same with the same caches on every shape. */
  public SamplingSettings from(CacheState other) {
    return with(
        new SampleSettings(sample.warmUp(), sample.length(), Optional.of(other), sample.energy()));
  }

  /** The same with samples of another length. */
  public SamplingSettings inSamplesOf(Duration other) {
    return with(new SampleSettings(sample.warmUp(), other, sample.cache(), sample.energy()));
  }

  /** The same with or without the energy of a launch. */
  public SamplingSettings withEnergy(boolean measured) {
    return with(new SampleSettings(sample.warmUp(), sample.length(), sample.cache(), measured));
  }

  /** As few samples as tell whether a candidate is worth more of them. */
  public SamplingSettings first() {
    return warmed()
        .with(
            new SampleBounds(
                Math.min(FIRST.minSamples(), bounds.minSamples()),
                Math.min(FIRST.maxSamples(), bounds.maxSamples()),
                FIRST.atLeast(),
                FIRST.atMost()));
  }

  /** The same for a program that was launched just before. */
  public SamplingSettings warmed() {
    Duration warmUp = sample.warmUp().compareTo(WARMED) < 0 ? sample.warmUp() : WARMED;
    return with(new SampleSettings(warmUp, sample.length(), sample.cache(), sample.energy()));
  }

  /** A shape with what its launches really find in the caches. */
  public Shape on(Shape shape) {
    return sample.cache().map(shape::with).orElse(shape);
  }

  private SamplingSettings with(SampleBounds other) {
    return new SamplingSettings(sample, other, stop, race);
  }

  private SamplingSettings with(SampleSettings other) {
    return new SamplingSettings(other, bounds, stop, race);
  }
}
