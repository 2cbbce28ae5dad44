package dev.evokernel.search;

import dev.evokernel.kernel.space.Configuration;
import java.util.List;

/**
 * A configuration that a search wants evaluated.
 *
 * @param number 1, 2, 3 … in the order of proposal within the run; the candidate's only identity
 * @param generation the batch it belongs to, from 0, which has the initial configurations
 * @param origin where it came from: a seed's origin, {@code random}, {@code crossover}, {@code
 *     mutation}, {@code crossover+mutation} or {@code refinement}
 * @param parents the numbers of the proposals that it was bred from: two after a crossover, one
 *     after a mutation or a refinement, none for seeds and random configurations
 * @param shapes the names of the shapes on which it is evaluated; none for every shape of the run
 */
public record Proposal(
    int number,
    int generation,
    String origin,
    Configuration configuration,
    List<Integer> parents,
    List<String> shapes) {

  public Proposal {
    parents = List.copyOf(parents);
    shapes = List.copyOf(shapes);
    if (number < 1 || generation < 0) {
      throw new IllegalArgumentException(
          "Candidates are numbered from 1 and generations from 0, not candidate %d of generation %d."
              .formatted(number, generation));
    }
  }

  /** A proposal without parents, on every shape. */
  public Proposal(int number, int generation, String origin, Configuration configuration) {
    this(number, generation, origin, configuration, List.of(), List.of());
  }
}
