package dev.evokernel.run;

import dev.evokernel.search.Proposal;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ResultStore;
import java.util.Optional;

/**
 * Writes down what a run does before and after each launch. What follows from an evaluation is
 * {@link RunFindings}'.
 *
 * @param run the run's id
 */
public record Journal(ResultStore store, String run) {

  /** Writes an attempt to disk, before the candidate is launched. */
  void attempt(Proposal proposal) {
    store.attempt(run, proposal);
  }

  /** Takes an attempt back that the run broke off; it does not count against the candidate. */
  void withdraw(Proposal proposal) {
    store.withdraw(run, proposal);
  }

  /** Records how an evaluation ended; returns the candidate as it is on record. */
  Candidate record(Proposal proposal, Evaluation evaluation) {
    store.record(run, proposal, evaluation);
    return new Candidate(run, proposal, 1, Optional.of(evaluation));
  }
}
