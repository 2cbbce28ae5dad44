package dev.evokernel.store;

import java.time.Duration;
import java.time.Instant;

/**
 * A fresh device process showed that the device is what it was: its default configuration took
 * about as long as at first.
 *
 * @param process its number in the session: 1 for the process of a resumed run, more for one that
 *     replaces a lost process
 * @param tries until the device was what it had been
 * @param ratio the geometric mean over the shapes of p50 relative to the run's first measurement
 * @param spent on measuring and waiting
 */
public record RecoveryCheck(int process, Instant at, int tries, double ratio, Duration spent) {

  public RecoveryCheck {
    if (process < 1 || tries < 1 || !(ratio > 0)) {
      throw new IllegalArgumentException(
          "A check needs process >= 1, tries >= 1 and ratio > 0, not %d, %d and %s."
              .formatted(process, tries, ratio));
    }
  }

  /** Whether a process was lost before it, rather than a session ended. */
  public boolean afterLoss() {
    return process > 1;
  }
}
