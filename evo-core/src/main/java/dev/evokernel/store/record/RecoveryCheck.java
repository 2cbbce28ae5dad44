package dev.evokernel.store.record;

import java.time.Duration;
import java.time.Instant;

/**
 * Successful check of a device in a fresh process: the default took about as long as at first.
 *
 * @param process its number in the session: 1 for the process of a resumed run, more for a
 *     replacement
 * @param tries until the device had recovered
 * @param ratio the geometric mean over the shapes of p50 relative to the run's first measurement
 * @param spent on measuring and waiting
 */
public record RecoveryCheck(int process, Instant at, int tries, double ratio, Duration spent) {

  public RecoveryCheck {
    if (process < 1 || tries < 1 || !(ratio > 0)) {
      throw new IllegalArgumentException(
          "A check needs process ≥ 1, tries ≥ 1 and ratio > 0, was %d, %d and %s."
              .formatted(process, tries, ratio));
    }
  }

  /** Whether the check followed the loss of a process, not the end of a session. */
  public boolean afterLoss() {
    return process > 1;
  }
}
