package dev.evokernel.search;

import dev.evokernel.search.variation.SearchComponents;
import dev.evokernel.space.SearchSpace;
import java.util.List;

/**
 * An evolutionary search for the configuration with the smallest objective.
 *
 * <p>The best that were measured breed, by crossover, after which half of the offspring is mutated;
 * the neighbourhood of the best is refined, as memetic algorithms do (Moscato, 1989), since tuning
 * landscapes have many steep small basins; and random configurations immigrate. The three operators
 * have equal shares. Offspring is not evaluated at once, since an evaluation costs a compilation
 * and a place on the device: it joins a pool, a surrogate model learnt from every evaluation so far
 * predicts each one's objective, and the one with the highest expected improvement goes next. When
 * nothing has improved for long, the population is emptied and begins afresh; the champion is
 * remembered. Rejected candidates never breed, but the model learns from them.
 *
 * <p>The search never waits for a whole generation: a number of evaluations is in flight that rises
 * with what is known up to a fixed one, and their trials are learnt in the order of the proposals.
 * That order, unlike the one in which evaluations happen to end, is the same again when a run is
 * repeated or resumed.
 */
public final class Search {

  private final SearchSpace space;
  private final SearchSettings settings;
  private final List<InitialConfiguration> seeds;
  private final SearchComponents components;

  /**
   * @param seeds stand in generation 0 in this order, the default first
   * @throws IllegalArgumentException if a seed is not in the space
   */
  public Search(SearchSpace space, SearchSettings settings, List<InitialConfiguration> seeds) {
    this(space, settings, seeds, SearchComponents.FULL);
  }

  /** A search of which some pieces may be missing. */
  public Search(
      SearchSpace space,
      SearchSettings settings,
      List<InitialConfiguration> seeds,
      SearchComponents components) {
    this.space = space;
    this.settings = settings;
    this.seeds = List.copyOf(seeds);
    this.components = components;
    this.seeds.forEach(this::requireValid);
  }

  /** Searches alone until the budget is spent or the space is exhausted. */
  public SearchResult run(Evaluator evaluator) {
    return run(evaluator, SearchContext.alone());
  }

  /** Searches as part of a run, from the state that an earlier session kept, if there is one. */
  public SearchResult run(Evaluator evaluator, SearchContext context) {
    return new Evolution(space, settings, components, evaluator, context).run(seeds);
  }

  private void requireValid(InitialConfiguration seed) {
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
