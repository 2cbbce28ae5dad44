package dev.evokernel.surrogate;

import module java.base;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.SearchSpace;

/**
 * Domain over which a parameter's influence is averaged.
 *
 * @param random draws the choices of a configuration, one for each parameter
 * @param valid whether the domain contains a configuration
 */
public record Domain(
    List<Parameter> parameters, Function<RandomGenerator, int[]> random, Predicate<int[]> valid) {

  /** All valid configurations, with equal probability. */
  public static Domain of(SearchSpace space) {
    return new Domain(space.parameters(), space::draw, space::contains);
  }

  /**
   * Replaces an unknown space: draws evaluated configurations, and contains each configuration
   * whose pairs of values were evaluated together.
   *
   * @param evaluated at least one
   */
  public static Domain evaluated(List<Parameter> parameters, List<int[]> evaluated) {
    Set<List<Integer>> together = new HashSet<>();
    evaluated.forEach(choices -> together.addAll(pairs(choices)));
    return new Domain(
        parameters,
        random -> evaluated.get(random.nextInt(evaluated.size())).clone(),
        choices -> together.containsAll(pairs(choices)));
  }

  /** Pairs of values: a parameter and its choice, and another parameter and its choice. */
  private static Set<List<Integer>> pairs(int... choices) {
    Set<List<Integer>> pairs = new HashSet<>();
    for (int p = 0; p < choices.length; p++) {
      for (int q = 0; q <= p; q++) {
        pairs.add(List.of(p, choices[p], q, choices[q]));
      }
    }
    return pairs;
  }
}
