package dev.evokernel.measure;

import dev.evokernel.kernel.CacheState;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings of one sample.
 *
 * @param warmUp total duration of discarded launches
 * @param length minimum length of a sample; shorter launches are timed in batches
 * @param cache cache state of timed launches on all shapes; empty for each shape's own
 * @param energy whether the energy of a launch is measured, which takes most of a second
 */
public record SampleSettings(
    Duration warmUp, Duration length, Optional<CacheState> cache, boolean energy) {

  public SampleSettings {
    if (warmUp.isNegative() || !length.isPositive()) {
      throw new IllegalArgumentException(
          "A sample needs warmUp ≥ 0 and length > 0, was %s and %s.".formatted(warmUp, length));
    }
  }
}
