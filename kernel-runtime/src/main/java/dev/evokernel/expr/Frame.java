package dev.evokernel.expr;

import java.util.Map;

/** Value of each name of a {@link Scope}. Mutable and confined to its thread. */
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
          "'%s' is of type %s, but %s is of type %s."
              .formatted(name, scope.type(name).label(), value, value.type().label()));
    }
    slots[scope.slot(name)] = scope.bits(value);
    return this;
  }

  Scope scope() {
    return scope;
  }

  public Value value(String name) {
    return scope.value(slots[scope.slot(name)], scope.type(name));
  }

  public Frame setAll(Map<String, Value> values) {
    values.forEach(this::set);
    return this;
  }

  /** Sets a slot of {@link Scope#slot} to bits of {@link Scope#bits}, unchecked and fast. */
  public void set(int slot, long bits) {
    slots[slot] = bits;
  }
}
