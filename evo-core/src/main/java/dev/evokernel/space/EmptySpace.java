package dev.evokernel.space;

import module java.base;

import dev.evokernel.space.binding.Condition;
import dev.evokernel.space.binding.EmptySpaceException;

/** Finds the constraint that empties a space, by leaving out each in turn. */
final class EmptySpace {

  private EmptySpace() {}

  static EmptySpaceException diagnose(
      BigInteger combinations, List<Condition> conditions, Components components) {
    List<String> culprits =
        conditions.stream().map(left -> without(left, conditions, components)).toList();
    String found =
        culprits.stream()
            .filter(Predicate.not(String::isEmpty))
            .collect(Collectors.joining("; ", "", "."));
    return new EmptySpaceException(
        "None of the %s combinations of values satisfies every constraint. %s"
            .formatted(
                combinations,
                found.equals(".")
                    ? "Leaving out any single one of the %d constraints does not help: several contradict the values. Maybe list more values."
                        .formatted(conditions.size())
                    : found + " Maybe loosen it, or list more values."));
  }

  private static String without(Condition left, List<Condition> conditions, Components components) {
    List<Condition> others =
        conditions.stream().filter(condition -> !condition.equals(left)).toList();
    BigInteger size = size(components, others);
    return size.signum() == 0 ? "" : "Without '" + left.text() + "' there would be " + size;
  }

  /** Number of valid combinations; 0 also if the constraint left out guarded another. */
  private static BigInteger size(Components components, List<Condition> conditions) {
    try {
      return Components.product(components.of(conditions));
    } catch (IllegalArgumentException unguarded) {
      return BigInteger.ZERO;
    }
  }
}
