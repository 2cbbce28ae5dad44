package dev.evokernel.expr;

/**
 * Range of each name of a {@link Scope}: a point for a known value, the hull of its values for an
 * open name. Mutable and confined to its thread.
 */
public final class Box {

  final long[] least;
  final long[] greatest;

  private Box(Frame frame) {
    this.least = frame.slots.clone();
    this.greatest = frame.slots.clone();
  }

  /** Returns a box in which every name has the frame's value. */
  public static Box around(Frame frame) {
    return new Box(frame);
  }

  /** Narrows a name to one value, given as {@link Scope#bits}. */
  public void set(int slot, long bits) {
    least[slot] = bits;
    greatest[slot] = bits;
  }

  /** Widens a name to the hull of these values of its type. */
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
