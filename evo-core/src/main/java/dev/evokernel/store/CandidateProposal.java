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
 * @param shapes the names of those on which it is evaluated; none for every shape of the run
 */
public record CandidateProposal(
    int number,
    int generation,
    String origin,
    Configuration configuration,
    List<Integer> parents,
    List<String> shapes) {

  public CandidateProposal {
    parents = List.copyOf(parents);
    shapes = List.copyOf(shapes);
    if (number < 1 || generation < 0) {
      throw new IllegalArgumentException(
          "Candidates are numbered from 1 and generations from 0, not candidate "
              + number
              + " of generation "
              + generation
              + ".");
    }
  }

  /** On every shape. */
  public CandidateProposal(
      int number,
      int generation,
      String origin,
      Configuration configuration,
      List<Integer> parents) {
    this(number, generation, origin, configuration, parents, List.of());
  }

  /** Of what has no parents, on every shape. */
  public CandidateProposal(int number, int generation, String origin, Configuration configuration) {
    this(number, generation, origin, configuration, List.of(), List.of());
  }
}
