package dev.evokernel.search;

import dev.evokernel.kernel.Configuration;
import java.util.List;

/**
 * Configuration that a search wants evaluated.
 *
 * @param number 1, 2, 3 … in the order of proposal within the run; the candidate's only identity
 * @param generation the batch, from 0 for the initial configurations
 * @param origin the source: a seed's origin, {@code random}, {@code crossover}, {@code mutation},
 *     {@code crossover+mutation} or {@code refinement}
 * @param parents numbers of the parents: two after a crossover, one after a mutation or a
 *     refinement, none for seeds and random configurations
 * @param shapes names of the shapes to evaluate on; empty for every shape of the run
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

  /** Creates a proposal without parents, on every shape. */
  public Proposal(int number, int generation, String origin, Configuration configuration) {
    this(number, generation, origin, configuration, List.of(), List.of());
  }
}
