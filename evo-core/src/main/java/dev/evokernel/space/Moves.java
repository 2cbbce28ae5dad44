package dev.evokernel.space;

import module java.base;

/**
 * Possible changes of choices. In a space with variants, the first parameter chooses the variant,
 * which determines the other parameters.
 */
public final class Moves {

  private final SearchSpace space;
  private final Optional<Alternatives> alternatives;
  private final int[][] all;

  Moves(SearchSpace space, Optional<Alternatives> alternatives) {
    this.space = space;
    this.alternatives = alternatives;
    this.all =
        space.parameters().stream()
            .map(parameter -> IntStream.range(0, parameter.values().size()).toArray())
            .toArray(int[][]::new);
  }

  public boolean acrossVariants() {
    return alternatives.filter(all -> all.variants().size() > 1).isPresent();
  }

  /** Whether the variant of the choices has a parameter. */
  public boolean has(int parameter, int... choices) {
    return alternatives.isEmpty()
        || alternatives.get().of(choices).filter(variant -> variant.has(parameter)).isPresent();
  }

  /**
   * Possible choices of a parameter in the variant of the choices, in the order of its list; empty
   * if the variant lacks the parameter. The array must not be modified.
   */
  public int[] values(int parameter, int... choices) {
    if (alternatives.isEmpty()) {
      return all[parameter];
    }
    return parameter == 0
        ? alternatives.get().variants().stream().mapToInt(VariantSpace::variant).toArray()
        : alternatives
            .get()
            .of(choices)
            .map(variant -> variant.values(parameter))
            .orElse(VariantSpace.NOTHING);
  }

  /**
   * Changes the choice of a parameter. With another variant, shared parameters keep their values
   * and the others are as in its default. The result need not be valid.
   */
  public int[] with(int parameter, int choice, int... choices) {
    if (parameter == 0 && alternatives.isPresent()) {
      return alternatives.get().moved(choice, choices);
    }
    int[] changed = choices.clone();
    changed[parameter] = choice;
    return changed;
  }

  /**
   * Default of a variant, valid or not; the choices of the first variant if it has none.
   *
   * @param variant choice of the first parameter
   * @throws java.util.NoSuchElementException if there are no variants
   */
  public int[] theDefault(int variant) {
    return alternatives.orElseThrow().theDefault(variant);
  }

  /**
   * Draws a valid configuration. With variants, each variant has equal probability, whatever its
   * number of configurations.
   */
  public int[] drawEvenly(RandomGenerator random) {
    return alternatives.isEmpty() ? space.draw(random) : alternatives.get().drawEvenly(random);
  }
}
