package dev.evokernel.search;

import dev.evokernel.space.SearchSpace;
import java.util.List;

/**
 * Evolutionary search for the configuration with the smallest objective.
 *
 * <p>Three operators with equal shares make offspring. Breeding crosses the best measured
 * configurations and mutates half of the children. Refinement takes neighbours of the best, as
 * memetic algorithms do (Moscato, 1989), since tuning landscapes have many steep small basins.
 * Immigration adds random configurations. An evaluation costs a compilation and device time, so
 * offspring first joins a pool. A surrogate model, fitted to all evaluations, predicts the
 * objective of each candidate, and the candidate with the highest expected improvement is proposed.
 * After a long time without improvement, the population is emptied and starts again; the champion
 * is remembered. Rejected candidates never breed, but the model learns from them.
 *
 * <p>The search never waits for a whole generation. The number of evaluations in flight rises with
 * the number of known results up to a limit. The evaluator says in which order trials are learnt.
 * With the same order and the same trials, a repeated or resumed run proceeds identically.
 *
 * @param seeds configurations of generation 0 in this order, the default first; each in the space
 */
public record Search(
    SearchSpace space,
    SearchSettings settings,
    List<InitialConfiguration> seeds,
    SearchComponents components) {

  public Search {
    seeds = List.copyOf(seeds);
    seeds.forEach(seed -> requireValid(seed, space));
  }

  /** Creates a search with all components. */
  public Search(SearchSpace space, SearchSettings settings, List<InitialConfiguration> seeds) {
    this(space, settings, seeds, SearchComponents.FULL);
  }

  /** Searches alone until the budget is spent or the space is exhausted. */
  public SearchResult run(Evaluator evaluator) {
    return run(evaluator, SearchContext.alone());
  }

  /** Searches as part of a run, from the state of an earlier session if there is one. */
  public SearchResult run(Evaluator evaluator, SearchContext context) {
    return new Evolution(space, settings, components, evaluator, context).run(seeds);
  }

  private static void requireValid(InitialConfiguration seed, SearchSpace space) {
    space
        .violated(seed.configuration())
        .ifPresent(
            violation -> {
              throw new IllegalArgumentException(
                  "The seed from '" + seed.origin() + "' is not in the space: " + violation);
            });
    if (!space.contains(seed.configuration())) {
      throw new IllegalArgumentException(
          "The seed from '" + seed.origin() + "' is not in the space: " + seed.configuration());
    }
  }
}
