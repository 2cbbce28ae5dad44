package dev.evokernel.store;

import dev.evokernel.kernel.Configuration;
import java.util.List;

/**
 * A configuration that the search proposes for evaluation.
 *
 * @param number 1, 2, 3 … in the order of proposal within the run
 * @param generation 0 for the initial configurations
 * @param origin where it came from, for example {@code default}, {@code seed} or {@code crossover}
 * @param parents the numbers of those it was bred from
 */
public record CandidateProposal(
    int number, int generation, String origin, Configuration configuration, List<Integer> parents) {

  public CandidateProposal {
    parents = List.copyOf(parents);
    if (number < 1 || generation < 0) {
      throw new IllegalArgumentException(
          "Candidates are numbered from 1 and generations from 0, not candidate "
              + number
              + " of generation "
              + generation
              + ".");
    }
  }

  /** Of what has no parents. */
  public CandidateProposal(int number, int generation, String origin, Configuration configuration) {
    this(number, generation, origin, configuration, List.of());
  }
}
