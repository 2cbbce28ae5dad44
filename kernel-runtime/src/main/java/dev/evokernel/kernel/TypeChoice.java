package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Value;

/**
 * Type of an argument that a fact of the shape or a parameter decides.
 *
 * @param types one for each value of the fact or parameter
 */
public record TypeChoice(String by, boolean isFact, Map<Value, ElementType> types) {

  /** Type for a value among these; empty if none of them decides. */
  public Optional<ElementType> among(Map<String, Value> values) {
    return Optional.ofNullable(values.get(by)).map(types::get);
  }

  /** The most exact type of a parameter, which the reference has; empty for a fact. */
  public Optional<ElementType> widest() {
    return types.values().stream()
        .filter(_ -> !isFact)
        .max(Comparator.comparingInt(ElementType::fraction).thenComparingInt(ElementType::bits));
  }
}
