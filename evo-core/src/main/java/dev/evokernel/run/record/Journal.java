package dev.evokernel.run.record;

import dev.evokernel.run.evaluation.RunFindings;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.Evaluation;
import java.util.Optional;

/**
 * Writes down what a run does before and after each launch. What follows from an evaluation is
 * {@link RunFindings}'.
 *
 * @param run the run's id
 */
public record Journal(ResultStore store, String run) {

  /** Writes an attempt to disk, before the candidate is launched. */
  public void attempt(Proposal proposal) {
    store.attempt(run, proposal);
  }

  /** Takes an attempt back that the run broke off; it does not count against the candidate. */
  public void withdraw(Proposal proposal) {
    store.withdraw(run, proposal);
  }

  /** Records how an evaluation ended; returns the candidate as it is on record. */
  public Candidate record(Proposal proposal, Evaluation evaluation) {
    store.record(run, proposal, evaluation);
    return new Candidate(run, proposal, 1, Optional.of(evaluation));
  }
}
