package dev.evokernel.search;

import dev.evokernel.space.SearchSpace;
import dev.evokernel.surrogate.ShapeOutputs;
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
  private final ShapeOutputs outputs;

  /**
   * @param seeds stand in generation 0 in this order, the default first
   * @throws IllegalArgumentException if a seed is not in the space
   */
  public Search(SearchSpace space, SearchSettings settings, List<InitialConfiguration> seeds) {
    this(space, settings, seeds, SearchComponents.FULL, ShapeOutputs.SINGLE);
  }

  /** A search of which some pieces may be missing. */
  public Search(
      SearchSpace space,
      SearchSettings settings,
      List<InitialConfiguration> seeds,
      SearchComponents components) {
    this(space, settings, seeds, components, ShapeOutputs.SINGLE);
  }

  /**
   * A search for one configuration, or for a set of them.
   *
   * @param outputs with several shapes, what is sought is the best configuration for each: what
   *     improves is the geometric mean over the shapes of the best objective there. Each shape has
   *     a population of its own, one model learns from all, and a configuration is proposed with
   *     the shapes on which it is worth being timed.
   */
  public Search(
      SearchSpace space,
      SearchSettings settings,
      List<InitialConfiguration> seeds,
      SearchComponents components,
      ShapeOutputs outputs) {
    this.space = space;
    this.settings = settings;
    this.seeds = List.copyOf(seeds);
    this.components = components;
    this.outputs = outputs;
    this.seeds.forEach(this::requireValid);
  }

  /** Searches until the budget is spent or the space is exhausted. */
  public SearchResult run(Evaluator evaluator) {
    return run(evaluator, SearchStates.NONE);
  }

  /** Searches on from a kept state, if there is one, and offers its own now and then. */
  public SearchResult run(Evaluator evaluator, SearchStates states) {
    return run(evaluator, states, Migration.NONE);
  }

  /** The same among searches of which it takes over what is best there. */
  public SearchResult run(Evaluator evaluator, SearchStates states, Migration migration) {
    return new Evolution(space, settings, components, outputs, evaluator, states, migration)
        .run(seeds);
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
