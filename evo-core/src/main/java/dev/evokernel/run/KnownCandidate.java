package dev.evokernel.run;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.CandidateOutline;
import dev.evokernel.store.CandidateProposal;
import java.util.OptionalDouble;

/**
 * What a run keeps in memory of a candidate: a few hundred bytes, whatever was measured.
 *
 * @param attempts how often its launch was journalled; -1 for one that was only proposed
 * @param ended whether its evaluation did
 * @param value the objective; {@link Double#NaN} where there is none
 */
record KnownCandidate(CandidateProposal proposal, int attempts, boolean ended, double value) {

  /** One that was only proposed. */
  static KnownCandidate proposed(CandidateProposal proposal) {
    return new KnownCandidate(proposal, -1, false, Double.NaN);
  }

  /** One that is in the store. */
  static KnownCandidate of(Candidate candidate) {
    return new KnownCandidate(
        candidate.proposal(),
        candidate.attempts(),
        candidate.evaluation().isPresent(),
        candidate.objective().orElse(Double.NaN));
  }

  /** The same of its outline. */
  static KnownCandidate of(CandidateOutline outline) {
    return new KnownCandidate(
        outline.proposal(),
        outline.attempts(),
        outline.end().isPresent(),
        outline.objective().orElse(Double.NaN));
  }

  int number() {
    return proposal.number();
  }

  Configuration configuration() {
    return proposal.configuration();
  }

  boolean isAttempted() {
    return attempts >= 0;
  }

  OptionalDouble objective() {
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
