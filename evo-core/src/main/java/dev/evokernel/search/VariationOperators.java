package dev.evokernel.search;

import module java.base;

import dev.evokernel.space.SearchSpace;

/** Variation operators of a search, each with an equal share of the offspring. */
public final class VariationOperators {

  private final List<SearchComponent> origins;
  private final Map<SearchComponent, VariationOperator> sources =
      new EnumMap<>(SearchComponent.class);
  private final Immigration immigration;
  private final RandomGenerator lots;

  public VariationOperators(
      SearchSpace space, ProposedSet proposed, SearchComponents components, RandomStream random) {
    this.origins = components.operators();
    this.immigration = new Immigration(space, proposed, random.split());
    sources.put(SearchComponent.CROSSOVER, new Breeding(space, proposed, random.split()));
    sources.put(SearchComponent.REFINEMENT, new Refinement(space, proposed, random.split()));
    sources.put(SearchComponent.IMMIGRATION, immigration);
    this.lots = random.split();
  }

  /** Returns whether the search uses an operator. */
  public boolean comeFrom(SearchComponent origin) {
    return origins.contains(origin);
  }

  /** Makes up to {@code count} candidates with one operator. */
  public List<Individual> from(
      SearchComponent origin, int count, Population population, long generation) {
    return Objects.requireNonNull(sources.get(origin)).bring(count, population, generation);
  }

  /**
   * Makes {@code count} candidates, each by a random operator from a random population. A random
   * candidate replaces a missing one; fewer come only from an exhausted space.
   */
  public List<Individual> bring(int count, List<Population> populations, long generation) {
    var brought = new ArrayList<Individual>();
    for (int i = 0; i < count; i++) {
      Population population =
          populations.size() == 1
              ? populations.getFirst()
              : populations.get(lots.nextInt(populations.size()));
      List<Individual> drawn = from(draw(), 1, population, generation);
      brought.addAll(drawn.isEmpty() ? immigration.bring(1, population, generation) : drawn);
    }
    return brought;
  }

  private SearchComponent draw() {
    return origins.get(lots.nextInt(origins.size()));
  }
}
