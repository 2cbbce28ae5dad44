package dev.evokernel.measure;

import dev.evokernel.kernel.CacheState;
import java.time.Duration;
import java.util.Optional;

/**
 * How one sample is taken.
 *
 * @param warmUp launches are discarded until they have taken this long together
 * @param length how long one sample lasts at the least; shorter launches are timed in batches
 * @param cache what every launch finds in the caches, whatever its shape says; empty for what the
 *     shape says
 * @param energy whether the energy of a launch is measured too, which takes most of a second
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
