package dev.evokernel.search;

import module java.base;

import dev.evokernel.search.SearchComponents.SearchComponent;
import dev.evokernel.space.SearchSpace;
import java.util.List;

/** Variation operators of a search, each with an equal share of the offspring. */
final class VariationOperators {

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

  /** Operator that makes candidates from parents or at random. */
  @FunctionalInterface
  interface VariationOperator {

    /**
     * Makes up to {@code count} valid candidates that were never proposed; duplicates are possible.
     *
     * @param population may be empty
     */
    List<Individual> bring(int count, Population population, long generation);
  }

  /**
   * Refinement of the best: first adjacent values of each parameter, then all other configurations
   * that differ in one parameter, then the neighbours of the second best, and so on.
   */
  private record Refinement(SearchSpace space, ProposedSet proposed, RandomGenerator random)
      implements VariationOperator {

    @Override
    public List<Individual> bring(int count, Population population, long generation) {
      var refined = new ArrayList<Individual>();
      for (var individual : population.bestFirst()) {
        int[] around = Population.ChoicesCodec.decode(individual.genotype());
        take(space.adjacent(around), around, count, refined);
        if (refined.size() < count) {
          take(space.neighbours(around), around, count, refined);
        }
        if (refined.size() == count) {
          break;
        }
      }
      return refined;
    }

    private void take(List<int[]> neighbours, int[] parent, int count, List<Individual> refined) {
      var shuffled = new ArrayList<>(neighbours);
      Collections.shuffle(shuffled, Random.from(random));
      for (int[] choices : shuffled) {
        if (refined.size() < count && proposed.isFree(choices)) {
          refined.add(Individual.bred(choices, "refinement", List.of(parent)));
        }
      }
    }
  }

  /**
   * Random configurations. In generation 0 they keep a distance: the farthest of several draws is
   * taken, which is best-candidate sampling (Mitchell, 1991). Unlike a Latin hypercube, this needs
   * no repair in a constrained space. The draws are few, since the farthest points lie in corners
   * with few good configurations.
   */
  record Immigration(SearchSpace space, ProposedSet proposed, RandomGenerator random)
      implements VariationOperator {

    private static final int DRAWS = 3;

    @Override
    public List<Individual> bring(int count, Population population, long generation) {
      var drawn = new ArrayList<Individual>();
      while (drawn.size() < count && !proposed.isExhausted()) {
        drawn.add(Individual.unbred(proposed.drawFree(random), "random"));
      }
      return drawn;
    }

    /**
     * Draws a free configuration that keeps its distance; the space must not be exhausted.
     *
     * @param others the individuals to keep away from
     */
    public Individual found(List<Individual> others) {
      List<int[]> present = others.stream().map(Individual::choices).toList();
      int[] chosen = proposed.drawFree(random);
      double farthest = distance(chosen, present);
      for (int draw = 1; draw < DRAWS; draw++) {
        int[] drawn = proposed.drawFree(random);
        double distance = distance(drawn, present);
        if (distance > farthest) {
          chosen = drawn;
          farthest = distance;
        }
      }
      return Individual.unbred(chosen, "random");
    }

    private double distance(int[] choices, List<int[]> others) {
      return others.stream().mapToDouble(to -> distance(choices, to)).min().orElse(1);
    }

    /**
     * Sums over parameters the share of the list between the two values; skips parameters that only
     * one of the variants has.
     */
    private double distance(int[] from, int[] to) {
      return IntStream.range(0, from.length)
          .filter(p -> from[p] != to[p] && space.has(p, from) && space.has(p, to))
          .mapToDouble(
              p -> Math.abs(from[p] - to[p]) / (space.parameters().get(p).values().size() - 1.0))
          .sum();
    }
  }
}
