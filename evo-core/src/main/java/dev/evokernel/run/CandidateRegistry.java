package dev.evokernel.run;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.CandidateProposal;
import dev.evokernel.store.Evaluation;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Numbers what a search proposes, in its order, and knows what earlier sittings found out. Confined
 * to the search's thread.
 */
public final class CandidateRegistry {

  private final Map<Configuration, Candidate> earlier;
  private final Map<Configuration, Integer> proposed = new HashMap<>();
  private final BitSet numbers = new BitSet();
  private final long evaluated;

  /**
   * @param earlier the candidates of earlier sittings
   */
  public CandidateRegistry(List<Candidate> earlier) {
    this.earlier =
        earlier.stream().collect(Collectors.toMap(Candidate::configuration, Function.identity()));
    earlier.forEach(
        candidate -> {
          numbers.set(candidate.number());
          proposed.put(candidate.configuration(), candidate.number());
        });
    evaluated = earlier.stream().filter(candidate -> candidate.evaluation().isPresent()).count();
  }

  /** How an earlier sitting's evaluation of a configuration ended. */
  Optional<Evaluation> evaluation(Configuration configuration) {
    return Optional.ofNullable(earlier.get(configuration)).flatMap(Candidate::evaluation);
  }

  /** How many evaluations ended in earlier sittings. */
  long evaluated() {
    return evaluated;
  }

  /**
   * The candidate for what the search proposes: the one of an earlier sitting, or a new one with
   * the smallest free number. A search that is resumed proposes the same again, so whoever was
   * proposed but not yet attempted when the earlier sitting broke off gets the number it had.
   */
  CandidateProposal candidate(Proposal proposal) {
    Candidate known = earlier.get(proposal.configuration());
    CandidateProposal candidate =
        known != null
            ? known.proposal()
            : new CandidateProposal(
                freeNumber(),
                proposal.generation(),
                proposal.origin(),
                proposal.configuration(),
                proposal.parents().stream()
                    .flatMap(parent -> Optional.ofNullable(proposed.get(parent)).stream())
                    .toList());
    proposed.put(candidate.configuration(), candidate.number());
    return candidate;
  }

  private int freeNumber() {
    int number = numbers.nextClearBit(1);
    numbers.set(number);
    return number;
  }
}
