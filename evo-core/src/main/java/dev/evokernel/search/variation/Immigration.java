package dev.evokernel.search.variation;

import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.search.population.Individual;
import dev.evokernel.search.population.Population;
import dev.evokernel.search.population.ProposedSet;
import dev.evokernel.space.Moves;
import dev.evokernel.space.SearchSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Fresh random configurations. Those that found a search keep their distance: of several draws the
 * one farthest from the others, which is best-candidate sampling (Mitchell, 1991). Unlike a Latin
 * hypercube it needs no repair in a constrained space. Few draws only: what is farthest from
 * everything lies in the corners, where little is good.
 */
public final class Immigration implements VariationOperator {

  private static final int DRAWS = 3;

  private final List<Parameter> parameters;
  private final Moves moves;
  private final ProposedSet proposed;
  private final RandomGenerator random;

  public Immigration(SearchSpace space, ProposedSet proposed, RandomGenerator random) {
    this.parameters = space.parameters();
    this.moves = space.moves();
    this.proposed = proposed;
    this.random = random;
  }

  @Override
  public List<Individual> bring(int count, Population population, long generation) {
    var drawn = new ArrayList<Individual>();
    while (drawn.size() < count && !proposed.isExhausted()) {
      drawn.add(Individual.unbred(proposed.drawFree(random), "random"));
    }
    return drawn;
  }

  /**
   * Claims a configuration that keeps its distance; the space must not be exhausted.
   *
   * @param others from whom
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
   * A parameter counts by the share of its list that lies between the two values; one that only one
   * of two variants has does not count.
   */
  private double distance(int[] from, int[] to) {
    return IntStream.range(0, from.length)
        .filter(p -> from[p] != to[p] && moves.has(p, from) && moves.has(p, to))
        .mapToDouble(p -> Math.abs(from[p] - to[p]) / (parameters.get(p).values().size() - 1.0))
        .sum();
  }
}
