package dev.evokernel.measure;

import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Shape;
import java.time.Duration;
import java.util.Optional;

/** Settings of a measurement. The {@link Race} abandons candidates that are clearly slower. */
public record SamplingSettings(
    SampleSettings sample, SampleBounds bounds, StoppingRule stop, Race race) {

  private static final Duration WARMED = Duration.ofNanos(300_000);

  /** Bounds that distinguish slow candidates from fast ones; long launches get three samples. */
  private static final SampleBounds FIRST =
      new SampleBounds(3, 12, Duration.ZERO, Duration.ofNanos(2_500_000));

  /** Default: about 50 to 100 ms for launches of up to a few milliseconds. */
  public static final SamplingSettings DEFAULT =
      new SamplingSettings(
          new SampleSettings(
              Duration.ofMillis(8), Duration.ofNanos(200_000), Optional.empty(), false),
          new SampleBounds(10, 200, Duration.ofMillis(10), Duration.ofMillis(80)),
          new RelativeError(0.004),
          Race.DEFAULT);

  /** Sets the bounds on the number of samples. */
  public SamplingSettings between(int least, int most) {
    return with(new SampleBounds(least, most, bounds.atLeast(), bounds.atMost()));
  }

  /** Sets the bounds on the time of sampling. */
  public SamplingSettings between(Duration least, Duration most) {
    return with(new SampleBounds(bounds.minSamples(), bounds.maxSamples(), least, most));
  }

  public SamplingSettings until(StoppingRule rule) {
    return new SamplingSettings(sample, bounds, rule, race);
  }

  public SamplingSettings racing(Race test) {
    return new SamplingSettings(sample, bounds, stop, test);
  }

  /** Sets the cache state for all shapes. */
  public SamplingSettings from(CacheState cache) {
    return with(
        new SampleSettings(sample.warmUp(), sample.length(), Optional.of(cache), sample.energy()));
  }

  public SamplingSettings inSamplesOf(Duration length) {
    return with(new SampleSettings(sample.warmUp(), length, sample.cache(), sample.energy()));
  }

  public SamplingSettings withEnergy(boolean measured) {
    return with(new SampleSettings(sample.warmUp(), sample.length(), sample.cache(), measured));
  }

  /** Settings for the few samples that decide whether a candidate is worth more. */
  public SamplingSettings first() {
    return warmed()
        .with(
            new SampleBounds(
                Math.min(FIRST.minSamples(), bounds.minSamples()),
                Math.min(FIRST.maxSamples(), bounds.maxSamples()),
                FIRST.atLeast(),
                FIRST.atMost()));
  }

  /** Settings for a program that was just launched. */
  public SamplingSettings warmed() {
    Duration warmUp = sample.warmUp().compareTo(WARMED) < 0 ? sample.warmUp() : WARMED;
    return with(new SampleSettings(warmUp, sample.length(), sample.cache(), sample.energy()));
  }

  /** Replaces the shape's cache state by that of the settings. */
  public Shape on(Shape shape) {
    return sample.cache().map(shape::with).orElse(shape);
  }

  private SamplingSettings with(SampleBounds replacement) {
    return new SamplingSettings(sample, replacement, stop, race);
  }

  private SamplingSettings with(SampleSettings replacement) {
    return new SamplingSettings(replacement, bounds, stop, race);
  }
}
