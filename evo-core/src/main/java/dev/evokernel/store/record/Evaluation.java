package dev.evokernel.store.record;

import dev.evokernel.outcome.Outcome;
import java.time.Instant;
import java.util.OptionalDouble;

/**
 * How one candidate's evaluation ended, and what it cost.
 *
 * @param objective what the search minimises; empty for a rejection
 * @param digest of the binary, hexadecimal; empty when there was none
 * @param compileNanos wall time in the compiler; 0 when the cache had the binary
 * @param evaluateNanos wall time of checking and timing
 * @param checkNanos how much of it was verification; 0 where that is not known, as in files before
 *     schema 12
 * @param on which of the run's devices
 */
public record Evaluation(
    Outcome outcome,
    OptionalDouble objective,
    String digest,
    long compileNanos,
    long evaluateNanos,
    long checkNanos,
    Instant finished,
    EvaluatedOn on) {

  public Evaluation {
    if (objective.isPresent() && !Double.isFinite(objective.getAsDouble())) {
      throw new IllegalArgumentException(
          "An objective of " + objective.getAsDouble() + " cannot be compared.");
    }
    if (outcome instanceof Outcome.Rejected && objective.isPresent()) {
      throw new IllegalArgumentException("A rejected candidate has no objective.");
    }
  }

  /**
   * Evaluation of another configuration with an equal binary; nothing is evaluated again.
   *
   * @param compiled wall time in the compiler, in nanoseconds; 0 when the cache had the binary
   */
  public Evaluation asThatOf(long compiled, Instant at) {
    return new Evaluation(outcome, objective, digest, compiled, 0, 0, at, on);
  }

  /** Copy with another objective. */
  Evaluation with(OptionalDouble other) {
    return new Evaluation(
        outcome, other, digest, compileNanos, evaluateNanos, checkNanos, finished, on);
  }
}
