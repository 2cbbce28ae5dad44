package dev.evokernel.kernel.data;

import module java.base;

import dev.evokernel.expr.value.Value;

/**
 * Type of an argument that a parameter chooses.
 *
 * @param types one for each value of the parameter, all floating or all integer
 */
public record TypeChoice(String parameter, Map<Value, ElementType> types) {

  public TypeChoice {
    types = Collections.unmodifiableMap(new LinkedHashMap<>(types));
  }

  /** The most exact of the types, which the reference reads and writes. */
  public ElementType widest() {
    return Collections.max(
        types.values(),
        Comparator.comparingInt(ElementType::fraction).thenComparingInt(ElementType::bits));
  }
}
