package dev.evokernel.worker.protocol;

import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Spent;
import java.util.Optional;

/**
 * How an evaluation ended on a device, and what it cost there.
 *
 * @param spent what the device was busy with, by the worker's own clock; nothing where the process
 *     was lost, and its account with it
 * @param lostNanos to a process that the candidate took down, or to replacing one that an earlier
 *     candidate did; at least 0
 * @param loss how the process was lost during the evaluation; empty if it lives
 */
public record Evaluated(Outcome outcome, Spent spent, long lostNanos, Optional<Loss> loss) {

  public Evaluated {
    if (lostNanos < 0) {
      throw new IllegalArgumentException("lostNanos must be ≥ 0, was " + lostNanos + ".");
    }
  }

  /** The process lives. */
  public Evaluated(Outcome outcome, Spent spent, long lostNanos) {
    this(outcome, spent, lostNanos, Optional.empty());
  }

  /** Adds the costs of an earlier evaluation. */
  public Evaluated after(Evaluated earlier) {
    return new Evaluated(outcome, spent.plus(earlier.spent), lostNanos + earlier.lostNanos, loss);
  }

  /** Replaces the outcome. */
  public Evaluated with(Outcome other) {
    return new Evaluated(other, spent, lostNanos, loss);
  }

  /** Adds lost time. */
  public Evaluated losing(long nanos) {
    return new Evaluated(outcome, spent, lostNanos + nanos, loss);
  }
}
