package dev.evokernel.space;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;

/**
 * Space of one variant, with the translation of its choices to and from those of all variants.
 * Choices of the whole have a place for every parameter of any variant; a parameter that this
 * variant lacks is absent and has the choice 0.
 */
final class VariantSpace {

  static final int ABSENT = -1;
  static final int[] NOTHING = {};

  private final int variant;
  private final SearchSpace space;
  private final int[] place;
  private final int[] own;
  private final int[][] outward;
  private final int[][] inward;
  private final int[] theDefault;

  /**
   * @param variant choice of the first parameter of the whole
   * @param space of this variant's parameters
   * @param whole parameters of all variants, the choice of the variant first
   */
  VariantSpace(int variant, SearchSpace space, List<Parameter> whole, Configuration theDefault) {
    List<Parameter> parameters = space.parameters();
    this.variant = variant;
    this.space = space;
    this.own = new int[whole.size()];
    Arrays.fill(own, ABSENT);
    this.place = new int[parameters.size()];
    this.outward = new int[place.length][];
    this.inward = new int[place.length][];
    for (int p = 0; p < place.length; p++) {
      Parameter parameter = parameters.get(p);
      place[p] =
          IntStream.range(1, whole.size())
              .filter(g -> whole.get(g).name().equals(parameter.name()))
              .findFirst()
              .orElseThrow();
      own[place[p]] = p;
      List<Value> all = whole.get(place[p]).values();
      outward[p] = parameter.values().stream().mapToInt(all::indexOf).toArray();
      inward[p] = all.stream().mapToInt(parameter.values()::indexOf).toArray();
    }
    this.theDefault = space.choices(theDefault.withoutVariant());
  }

  SearchSpace space() {
    return space;
  }

  int variant() {
    return variant;
  }

  boolean has(int parameter) {
    return parameter == 0 || own[parameter] != ABSENT;
  }

  /**
   * Values of a parameter, as choices of the whole in the order of this variant's list. The array
   * must not be modified.
   */
  int[] values(int parameter) {
    return own[parameter] == ABSENT ? NOTHING : outward[own[parameter]];
  }

  /** Writes choices of this variant as choices of the whole. */
  void write(int[] inside, int[] choices) {
    Arrays.fill(choices, 0);
    choices[0] = variant;
    for (int p = 0; p < place.length; p++) {
      choices[place[p]] = outward[p][inside[p]];
    }
  }

  int[] outside(int... inside) {
    int[] choices = new int[own.length];
    write(inside, choices);
    return choices;
  }

  Configuration defaultConfiguration() {
    return space.configuration(theDefault);
  }

  int[] outsideDefault() {
    return outside(theDefault);
  }

  /** Tests whether choices of the whole space belong to this variant; they need not be valid. */
  boolean isExact(int... choices) {
    for (int g = 1; g < own.length; g++) {
      if (own[g] == ABSENT ? choices[g] != 0 : inward[own[g]][choices[g]] < 0) {
        return false;
      }
    }
    return choices[0] == variant;
  }

  /** Converts choices of the whole; unlisted values become the nearest listed ones. */
  int[] inside(int... choices) {
    int[] inside = new int[place.length];
    for (int p = 0; p < place.length; p++) {
      inside[p] = nearest(p, choices[place[p]]);
    }
    return inside;
  }

  /**
   * Converts choices of another variant. Shared parameters keep their values or take the nearest
   * ones; the others are as in the default.
   */
  int[] insideFrom(VariantSpace other, int... choices) {
    int[] inside = theDefault.clone();
    for (int p = 0; p < place.length; p++) {
      if (other.has(place[p])) {
        inside[p] = nearest(p, choices[place[p]]);
      }
    }
    return inside;
  }

  private int nearest(int parameter, int wanted) {
    int exact = inward[parameter][wanted];
    if (exact >= 0) {
      return exact;
    }
    int nearest = 0;
    for (int choice = 1; choice < outward[parameter].length; choice++) {
      if (Math.abs(outward[parameter][choice] - wanted)
          < Math.abs(outward[parameter][nearest] - wanted)) {
        nearest = choice;
      }
    }
    return nearest;
  }
}
