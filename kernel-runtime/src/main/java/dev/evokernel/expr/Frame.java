package dev.evokernel.expr;

import java.util.Map;

/**
 * A value for each name of a {@link Scope}. Mutable and confined to its thread: evaluation reads it
 * in tight loops.
 */
public final class Frame {

  private final Scope scope;
  final long[] slots;

  Frame(Scope scope) {
    this.scope = scope;
    this.slots = new long[scope.size()];
  }

  /**
   * @throws IllegalArgumentException if the scope does not declare the name, or with another type
   */
  public Frame set(String name, Value value) {
    if (scope.type(name) != value.type()) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' is of type "
              + scope.type(name).label()
              + ", and "
              + value
              + " is of type "
              + value.type().label()
              + ".");
    }
    slots[scope.slot(name)] = scope.bits(value);
    return this;
  }

  Scope scope() {
    return scope;
  }

  /**
   * @throws IllegalArgumentException if the scope does not declare the name
   */
  public Value value(String name) {
    return scope.value(slots[scope.slot(name)], scope.type(name));
  }

  /** Sets every name of the map. */
  public Frame setAll(Map<String, Value> values) {
    values.forEach(this::set);
    return this;
  }

  /** The fast way: a slot from {@link Scope#slot} and bits from {@link Scope#bits}, unchecked. */
  public void set(int slot, long bits) {
    slots[slot] = bits;
  }
}
