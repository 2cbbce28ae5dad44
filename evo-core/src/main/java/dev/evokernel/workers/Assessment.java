package dev.evokernel.workers;

import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Spent;

/**
 * What a device found out about a candidate, and what that cost.
 *
 * @param spent what the device was busy with
 * @param lostNanos to a process that the candidate took down, or to replacing one that an earlier
 *     candidate did
 */
public record Assessment(Outcome outcome, Spent spent, long lostNanos) {

  public Assessment {
    if (lostNanos < 0) {
      throw new IllegalArgumentException("Nothing takes less than no time: " + lostNanos + " ns.");
    }
  }

  /** The same outcome after something else was paid for as well. */
  public Assessment after(Assessment other) {
    return new Assessment(outcome, spent.plus(other.spent), lostNanos + other.lostNanos);
  }

  /** The same costs for another outcome. */
  public Assessment with(Outcome other) {
    return new Assessment(other, spent, lostNanos);
  }
}
