package dev.evokernel.space;

import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * What can be changed about choices. Where the space has variants, the first parameter chooses one
 * of them, and which others exist follows from it.
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

  /** Whether there is more than one variant to choose. */
  public boolean acrossVariants() {
    return alternatives.filter(it -> it.variants().size() > 1).isPresent();
  }

  /** Whether a parameter exists beside choices. */
  public boolean has(int parameter, int... choices) {
    return alternatives.isEmpty()
        || alternatives.get().of(choices).filter(variant -> variant.has(parameter)).isPresent();
  }

  /**
   * What a parameter may be beside choices, in the order of its list; nothing where it does not
   * exist. Not to be written to.
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
   * The choices with another one of a parameter. Another variant takes over what it has, too, and
   * is as in its default otherwise. The result need not be valid.
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
   * The default of a variant, valid or not; the choices of the first one where it has none.
   *
   * @param variant its choice of the first parameter
   * @throws java.util.NoSuchElementException if there are no variants
   */
  public int[] theDefault(int variant) {
    return alternatives.orElseThrow().theDefault(variant);
  }

  /**
   * As {@link SearchSpace#draw}, but with variants each of them with the same chance, however few
   * configurations it has.
   */
  public int[] drawEvenly(RandomGenerator random) {
    return alternatives.isEmpty() ? space.draw(random) : alternatives.get().drawEvenly(random);
  }
}
