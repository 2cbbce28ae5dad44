package dev.evokernel.space;

import java.math.BigInteger;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Finds out which constraint empties a space: each is left out in turn. */
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
        "None of the "
            + combinations
            + " combinations of values satisfies every constraint. "
            + (found.equals(".")
                ? "Nor is one valid without any single one of the "
                    + conditions.size()
                    + " constraints; several contradict the values. Maybe list more values."
                : found + " Maybe loosen it, or list more values."));
  }

  private static String without(Condition left, List<Condition> conditions, Components components) {
    List<Condition> others = conditions.stream().filter(other -> !other.equals(left)).toList();
    BigInteger size = size(components, others);
    return size.signum() == 0 ? "" : "Without '" + left.text() + "' there would be " + size;
  }

  /** Zero, too, where nothing can be said: the constraint left out may have guarded another. */
  private static BigInteger size(Components components, List<Condition> conditions) {
    try {
      return Components.product(components.of(conditions));
    } catch (IllegalArgumentException unguarded) {
      return BigInteger.ZERO;
    }
  }
}
