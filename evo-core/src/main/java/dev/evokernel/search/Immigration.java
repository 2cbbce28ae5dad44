package dev.evokernel.search;

import module java.base;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.Moves;
import dev.evokernel.space.SearchSpace;

/**
 * Random configurations. In generation 0 they keep a distance: the farthest of several draws is
 * taken, which is best-candidate sampling (Mitchell, 1991). Unlike a Latin hypercube, this needs no
 * repair in a constrained space. The draws are few, since the farthest points lie in corners with
 * few good configurations.
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
        .filter(p -> from[p] != to[p] && moves.has(p, from) && moves.has(p, to))
        .mapToDouble(p -> Math.abs(from[p] - to[p]) / (parameters.get(p).values().size() - 1.0))
        .sum();
  }
}
