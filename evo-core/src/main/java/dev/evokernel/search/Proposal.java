package dev.evokernel.search;

import dev.evokernel.kernel.Configuration;
import java.util.List;

/**
 * A configuration that the search wants evaluated.
 *
 * @param generation the batch it belongs to, from 0
 * @param origin where it came from: a seed's origin, {@code random}, {@code crossover}, {@code
 *     mutation}, {@code crossover+mutation} or {@code refinement}
 * @param parents what it was bred from, all of them proposed before: two after a crossover, one
 *     after a mutation or a refinement, none for seeds and random configurations
 * @param shapes the positions of those on which it should be timed, ascending; none for all
 */
public record Proposal(
    Configuration configuration,
    int generation,
    String origin,
    List<Configuration> parents,
    List<Integer> shapes) {

  public Proposal {
    parents = List.copyOf(parents);
    shapes = List.copyOf(shapes);
  }

  /** On all shapes. */
  public Proposal(
      Configuration configuration, int generation, String origin, List<Configuration> parents) {
    this(configuration, generation, origin, parents, List.of());
  }

  /** Of what has no parents. */
  public Proposal(Configuration configuration, int generation, String origin) {
    this(configuration, generation, origin, List.of());
  }
}
