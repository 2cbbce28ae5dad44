package dev.evokernel.run.record;

import dev.evokernel.run.evaluation.RunFindings;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.Evaluation;
import java.util.Optional;

/**
 * The journal of a run's launches and their outcomes. {@link RunFindings} keeps the conclusions.
 *
 * @param run the run's id
 */
public record Journal(ResultStore store, String run) {

  /** Records an attempt on disk before the launch. */
  public void attempt(Proposal proposal) {
    store.attempt(run, proposal);
  }

  /**
   * Withdraws an attempt that the run aborted. The attempt does not count against the candidate.
   */
  public void withdraw(Proposal proposal) {
    store.withdraw(run, proposal);
  }

  /** Records the end of an evaluation, and returns the recorded candidate. */
  public Candidate record(Proposal proposal, Evaluation evaluation) {
    store.record(run, proposal, evaluation);
    return new Candidate(run, proposal, 1, Optional.of(evaluation));
  }
}
