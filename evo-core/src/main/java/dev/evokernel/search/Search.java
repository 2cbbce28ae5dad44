package dev.evokernel.search;

import dev.evokernel.space.SearchSpace;
import java.util.List;

/**
 * An evolutionary search for the configuration with the smallest objective.
 *
 * <p>Parents and offspring compete for survival, so the best are never lost. A share of each batch
 * refines the best survivors by local search, as memetic algorithms do (Moscato, 1989): tuning
 * landscapes have many steep small basins, and their bottoms are found sooner by walking than by
 * recombination. When nothing has improved for a while, the survivors make way for fresh random
 * configurations; the champion is remembered. Rejected candidates never survive.
 *
 * <p>The search never waits for a whole generation: a fixed number of evaluations is in flight, and
 * their trials are learnt in the order of the proposals. That order, unlike the one in which
 * evaluations happen to end, is the same again when a run is repeated or resumed.
 */
public final class Search {

  private final SearchSpace space;
  private final SearchSettings settings;
  private final List<Seed> seeds;

  /**
   * @param seeds stand in generation 0 in this order, the incumbent first
   * @throws IllegalArgumentException if a seed is not in the space
   */
  public Search(SearchSpace space, SearchSettings settings, List<Seed> seeds) {
    this.space = space;
    this.settings = settings;
    this.seeds = List.copyOf(seeds);
    this.seeds.forEach(this::requireValid);
  }

  /** Searches until the budget is spent or the space is exhausted. */
  public SearchResult run(Evaluator evaluator) {
    return new Evolution(space, settings, evaluator).run(seeds);
  }

  private void requireValid(Seed seed) {
    space
        .violated(seed.configuration())
        .ifPresent(
            violation -> {
              throw new IllegalArgumentException(
                  "The seed from '"
                      + seed.origin()
                      + "' is not in the space: "
                      + violation.message());
            });
    if (!space.contains(seed.configuration())) {
      throw new IllegalArgumentException(
          "The seed from '" + seed.origin() + "' is not in the space: " + seed.configuration());
    }
  }
}
