package dev.evokernel.worker.protocol;

import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Spent;
import java.util.Optional;

/**
 * The outcome of an evaluation on a device, and its costs.
 *
 * @param spent the device's busy time by the worker's own clock; nothing if the process was lost
 * @param lostNanos time lost to a process that the candidate ended, or to replacing a process that
 *     an earlier candidate ended; at least 0
 * @param loss how the process was lost during the evaluation; empty if it lives
 */
public record Evaluated(Outcome outcome, Spent spent, long lostNanos, Optional<Loss> loss) {

  public Evaluated {
    if (lostNanos < 0) {
      throw new IllegalArgumentException("lostNanos must be ≥ 0, was " + lostNanos + ".");
    }
  }

  public Evaluated(Outcome outcome, Spent spent, long lostNanos) {
    this(outcome, spent, lostNanos, Optional.empty());
  }

  /** Adds the costs of an earlier evaluation. */
  public Evaluated after(Evaluated earlier) {
    return new Evaluated(outcome, spent.plus(earlier.spent), lostNanos + earlier.lostNanos, loss);
  }

  public Evaluated with(Outcome other) {
    return new Evaluated(other, spent, lostNanos, loss);
  }

  public Evaluated losing(long nanos) {
    return new Evaluated(outcome, spent, lostNanos + nanos, loss);
  }
}
