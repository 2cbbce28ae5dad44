package dev.evokernel.microbench;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.space.SearchSpace;

/**
 * Draws the configurations of a microbenchmark: the default, then distinct valid ones with equal
 * probability. A space hardly larger than the sample is shuffled instead, since drawing would find
 * the last ones late.
 */
final class MicroDraws {

  /**
   * Largest number of invalid draws for each wanted configuration, in a space without numbering.
   */
  private static final int PATIENCE = 50;

  private MicroDraws() {}

  /**
   * @param wanted number of configurations including the default; the whole space if it has fewer
   */
  static List<Configuration> of(
      SearchSpace space, Configuration defaultConfiguration, int wanted, RandomGenerator random) {
    var drawn = new ArrayList<Configuration>();
    Set<BigInteger> known = new HashSet<>();
    drawn.add(defaultConfiguration);
    known.add(space.identity(space.choices(defaultConfiguration)));
    if (space.isNumbered() && space.size() <= 2L * wanted) {
      List<Integer> indices =
          IntStream.range(0, Math.toIntExact(space.size())).boxed().collect(Collectors.toList());
      Collections.shuffle(indices, Random.from(random));
      indices.forEach(index -> add(space, space.choicesAt(index), drawn, known, wanted));
      return drawn;
    }
    for (long tries = (long) PATIENCE * wanted; tries > 0 && drawn.size() < wanted; tries--) {
      add(space, space.draw(random), drawn, known, wanted);
    }
    return drawn;
  }

  private static void add(
      SearchSpace space,
      int[] choices,
      List<Configuration> drawn,
      Set<BigInteger> known,
      int wanted) {
    if (drawn.size() < wanted && known.add(space.identity(choices))) {
      drawn.add(space.configuration(choices));
    }
  }
}
