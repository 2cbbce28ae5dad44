package dev.evokernel.store;

import java.time.Duration;
import java.time.Instant;

/**
 * The default, measured again while the search went on.
 *
 * @param device its number within the run
 * @param evaluations on this device that had ended by then
 * @param ratio the geometric mean over the shapes of p50 relative to the level at which the device
 *     was taken to be
 * @param sound whether that was within the margin
 * @param spent on measuring it, and on what had to be measured again
 */
public record DriftCheck(
    int device, long evaluations, Instant at, double ratio, boolean sound, Duration spent) {

  public DriftCheck {
    if (!(ratio > 0)) {
      throw new IllegalArgumentException("A ratio of " + ratio + " cannot be.");
    }
  }
}
