package dev.evokernel.store;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.search.Proposal;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Candidate of a run, from the journal of its first launch to its place in the finals.
 *
 * @param attempts how often a launch was journalled
 * @param evaluation empty when the last attempt never came to an end: the candidate is being
 *     evaluated, or took the process down with it
 */
public record Candidate(
    String run, Proposal proposal, int attempts, Optional<Evaluation> evaluation) {

  public static final String ATTEMPTING = "attempting";

  public static final String MEASURED = "measured";

  public int number() {
    return proposal.number();
  }

  public Configuration configuration() {
    return proposal.configuration();
  }

  /** How the command line names it: {@code RUN/NUMBER}. */
  public String reference() {
    return run + "/" + number();
  }

  public OptionalDouble objective() {
    return evaluation.map(Evaluation::objective).orElse(OptionalDouble.empty());
  }

  public Optional<Candidate> withObjective(OptionalDouble other) {
    return other.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Candidate(run, proposal, attempts, evaluation.map(one -> one.with(other))));
  }

  public boolean isMeasured() {
    return evaluation.filter(Evaluation::isMeasured).isPresent();
  }

  public Optional<Rejected> rejected() {
    return evaluation.flatMap(Evaluation::rejected);
  }

  /**
   * Measurements; empty if nothing was measured.
   *
   * @throws IllegalStateException if they were not read, as in {@code RunHistory.outlines}
   */
  public Optional<Measured> measured() {
    return evaluation
        .filter(Evaluation::isMeasured)
        .map(Evaluation::outcome)
        .map(Measured.class::cast);
  }

  /** Measurement on {@code shape}; empty if the shape was not measured. */
  public Optional<Measurement> measurement(String shape) {
    return measured().flatMap(measured -> measured.on(shape));
  }

  /** {@code attempting}, {@code measured}, or the label of the rejection. */
  public String outcomeLabel() {
    return evaluation
        .map(ended -> ended.rejected().map(Candidate::labelOf).orElse(MEASURED))
        .orElse(ATTEMPTING);
  }

  public static String labelOf(Outcome outcome) {
    return outcome instanceof Rejected rejected ? rejected.reason().label() : MEASURED;
  }

  /** Reason of a rejection, and its shape if only one failed. */
  public static String reasonOf(Rejected rejected) {
    return rejected.reason().label()
        + (rejected.shape().isEmpty() ? "" : " on shape '" + rejected.shape() + "'");
  }
}
