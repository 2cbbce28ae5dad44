package dev.evokernel.store.record;

import java.time.Duration;
import java.time.Instant;

/**
 * Measurement of the default during the search.
 *
 * @param device its number within the run
 * @param evaluations finished on this device by then
 * @param ratio the geometric mean over the shapes of p50 relative to the device's current level
 * @param sound whether the ratio was within the margin
 * @param spent on this measurement and on repeated measurements
 */
public record DriftCheck(
    int device, long evaluations, Instant at, double ratio, boolean sound, Duration spent) {

  public DriftCheck {
    if (!(ratio > 0)) {
      throw new IllegalArgumentException("ratio must be > 0, was " + ratio + ".");
    }
  }
}
