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
 */
public record Proposal(
    Configuration configuration, int generation, String origin, List<Configuration> parents) {

  public Proposal {
    parents = List.copyOf(parents);
  }

  /** Of what has no parents. */
  public Proposal(Configuration configuration, int generation, String origin) {
    this(configuration, generation, origin, List.of());
  }
}
