package dev.evokernel.schedule;

import dev.evokernel.outcome.Outcome;

/**
 * What a device found out about a candidate, and what it cost; loading and talking make up the
 * rest.
 *
 * @param checkingNanos comparing with the reference, before and after timing
 * @param timingNanos taking samples
 * @param restartingNanos replacing a process that an earlier candidate took down
 */
record Assessment(Outcome outcome, long checkingNanos, long timingNanos, long restartingNanos) {

  Assessment {
    if (checkingNanos < 0 || timingNanos < 0 || restartingNanos < 0) {
      throw new IllegalArgumentException(
          "Times cannot be negative: %d, %d, %d."
              .formatted(checkingNanos, timingNanos, restartingNanos));
    }
  }

  /** The same outcome after something else was paid for as well. */
  Assessment after(Assessment other) {
    return new Assessment(
        outcome,
        checkingNanos + other.checkingNanos,
        timingNanos + other.timingNanos,
        restartingNanos + other.restartingNanos);
  }

  /** The same costs for another outcome. */
  Assessment with(Outcome other) {
    return new Assessment(other, checkingNanos, timingNanos, restartingNanos);
  }
}
