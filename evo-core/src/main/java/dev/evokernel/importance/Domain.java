package dev.evokernel.importance;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.SearchSpace;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The configurations over which a parameter's influence is averaged. */
public interface Domain {

  List<Parameter> parameters();

  /** The choices of a configuration, one for each parameter. */
  int[] draw(RandomGenerator random);

  boolean contains(int... choices);

  /** Every valid configuration, each with the same chance. */
  static Domain of(SearchSpace space) {
    return new Domain() {
      @Override
      public List<Parameter> parameters() {
        return space.parameters();
      }

      @Override
      public int[] draw(RandomGenerator random) {
        return space.draw(random);
      }

      @Override
      public boolean contains(int... choices) {
        return space.contains(choices);
      }
    };
  }

  /**
   * In place of a space that is not known: draws what was evaluated, and takes a configuration for
   * valid where each pair of its values was evaluated together.
   *
   * @param evaluated at least one
   */
  static Domain evaluated(List<Parameter> parameters, List<int[]> evaluated) {
    Set<Pair> together = new HashSet<>();
    evaluated.forEach(choices -> together.addAll(pairs(choices)));
    return new Domain() {
      @Override
      public List<Parameter> parameters() {
        return parameters;
      }

      @Override
      public int[] draw(RandomGenerator random) {
        return evaluated.get(random.nextInt(evaluated.size())).clone();
      }

      @Override
      public boolean contains(int... choices) {
        return together.containsAll(pairs(choices));
      }
    };
  }

  private static Set<Pair> pairs(int... choices) {
    Set<Pair> pairs = new HashSet<>();
    for (int p = 0; p < choices.length; p++) {
      for (int q = 0; q <= p; q++) {
        pairs.add(new Pair(p, choices[p], q, choices[q]));
      }
    }
    return pairs;
  }

  /** Two parameters with a value each. */
  record Pair(int one, int choice, int other, int otherChoice) {}
}
