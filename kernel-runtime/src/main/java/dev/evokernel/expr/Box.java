package dev.evokernel.expr;

/**
 * A range for each name of a {@link Scope}: a point where its value is known, the hull of its
 * values where it is open. Mutable and confined to its thread.
 */
public final class Box {

  private final Scope scope;
  final long[] least;
  final long[] greatest;

  private Box(Frame frame) {
    this.scope = frame.scope();
    this.least = frame.slots.clone();
    this.greatest = frame.slots.clone();
  }

  /** The box in which every name has the frame's value and no other. */
  public static Box around(Frame frame) {
    return new Box(frame);
  }

  Scope scope() {
    return scope;
  }

  /** Narrows a name to one value, given as {@link Scope#bits}. */
  public void set(int slot, long bits) {
    least[slot] = bits;
    greatest[slot] = bits;
  }

  /** Widens a name to all between the least and the greatest of these values of its type. */
  public void open(int slot, Type type, long... bits) {
    set(slot, bits[0]);
    for (long value : bits) {
      if (less(type, value, least[slot])) {
        least[slot] = value;
      }
      if (less(type, greatest[slot], value)) {
        greatest[slot] = value;
      }
    }
  }

  /** Takes a name's range from another box of the same scope. */
  public void copy(int slot, Box other) {
    least[slot] = other.least[slot];
    greatest[slot] = other.greatest[slot];
  }

  private static boolean less(Type type, long a, long b) {
    return type == Type.REAL ? Double.longBitsToDouble(a) < Double.longBitsToDouble(b) : a < b;
  }
}
