package dev.evokernel.expr;

/**
 * Interval arithmetic over a {@link Box}: bounds of every part of an expression.
 *
 * <p>A boolean is a set of possible outcomes: {@link #FALSE}, {@link #TRUE} and {@link #FAILURE}.
 * Bounds of numbers are kept in fields, not objects, since the construction of a search space asks
 * a million times.
 */
final class Ranges {

  static final int FALSE = 1;
  static final int TRUE = 2;
  static final int FAILURE = 4;

  /** Possible relations of one number to another. */
  static final int BELOW = 1;

  static final int SAME = 2;
  static final int ABOVE = 4;

  private final long[] least;
  private final long[] greatest;

  private final IntegerBounds number = new IntegerBounds();

  private final RealBounds real = new RealBounds(number);

  Ranges(Box box) {
    this.least = box.least;
    this.greatest = box.greatest;
  }

  boolean isTotal(Node node) {
    number.fails = false;
    bound(node);
    return !number.fails;
  }

  int truth(Node node) {
    return switch (node) {
      case Node.Constant(_, long bits) -> bits != 0 ? TRUE : FALSE;
      case Node.Name(_, int slot) ->
          (least[slot] == 0 ? FALSE : 0) | (greatest[slot] != 0 ? TRUE : 0);
      case Node.Not(Node operand) -> swapped(truth(operand));
      case Node.Connected(Connective operator, Node left, Node right) -> {
        int a = truth(left);
        int goesOn = operator.decisive ? FALSE : TRUE;
        yield (a & goesOn) == 0 ? a : (a & ~goesOn) | truth(right);
      }
      case Node.Conditional(_, Node condition, Node then, Node otherwise) -> {
        int chosen = truth(condition);
        yield (chosen & FAILURE)
            | ((chosen & TRUE) == 0 ? 0 : truth(then))
            | ((chosen & FALSE) == 0 ? 0 : truth(otherwise));
      }
      case Node.Compared(_, Node left, Node right) when left.type() == Type.BOOLEAN -> {
        int a = truth(left);
        int b = truth(right);
        yield ((a | b) & FAILURE)
            | ((a & b & (FALSE | TRUE)) == 0 ? 0 : TRUE)
            | ((a & swapped(b) & (FALSE | TRUE)) == 0 ? 0 : FALSE);
      }
      default -> comparison(node);
    };
  }

  private static int swapped(int truth) {
    return (truth & FAILURE) | (truth & FALSE) << 1 | (truth & TRUE) >> 1;
  }

  private int comparison(Node node) {
    boolean outside = number.fails;
    number.fails = false;
    int found =
        switch (node) {
          case Node.Compared(Comparison operator, Node left, Node right)
              when left.type() == Type.REAL -> {
            bound(left);
            double l = real.low;
            double h = real.high;
            bound(right);
            yield operator.outcomes(
                (l < real.high ? BELOW : 0)
                    | (l <= real.high && real.low <= h ? SAME : 0)
                    | (h > real.low ? ABOVE : 0));
          }
          case Node.Compared(Comparison operator, Node left, Node right) -> {
            bound(left);
            long l = number.low;
            long h = number.high;
            bound(right);
            boolean isWord = left.type() == Type.TEXT; // An undeclared word, -1, equals no word.
            yield isWord && h < 0
                ? FALSE
                : isWord && l < 0 ? FALSE | TRUE : operator.outcomes(relations(l, h));
          }
          case Node.Member(Node operand, long[] values) -> {
            bound(operand);
            yield member(values);
          }
          default -> throw new IllegalArgumentException(node + " is not a comparison.");
        };
    int truth = number.fails ? found | FAILURE : found;
    number.fails = outside;
    return truth;
  }

  /** Possible relations of an integer in [l, h] to the latest integer. */
  private int relations(long l, long h) {
    return (l < number.high ? BELOW : 0)
        | (l <= number.high && number.low <= h ? SAME : 0)
        | (h > number.low ? ABOVE : 0);
  }

  private int member(long... values) {
    int found = number.low == number.high ? 0 : FALSE;
    boolean within = false;
    for (long value : values) {
      within |= number.low <= value && value <= number.high;
    }
    return found | (within ? TRUE : FALSE);
  }

  /** Possible outcomes of a condition inside a number; records a possible failure. */
  private int chosen(Node condition) {
    int truth = truth(condition);
    number.fails |= (truth & FAILURE) != 0;
    int chosen = truth & (FALSE | TRUE);
    return chosen == 0 ? FALSE | TRUE : chosen;
  }

  /** Bounds a number: the latest integer, or the latest real. */
  private void bound(Node node) {
    boolean isReal = node.type() == Type.REAL;
    switch (node) {
      case Node.Constant(_, long bits) -> set(isReal, bits, bits);
      case Node.Name(_, int slot) -> set(isReal, least[slot], greatest[slot]);
      case Node.Widened(Node operand) -> {
        bound(operand);
        real.set((double) number.low, (double) number.high);
      }
      case Node.Operation(_, var operator, Node left, Node right, _) when isReal -> {
        bound(left);
        double l = real.low;
        double h = real.high;
        bound(right);
        operator.bound(real, l, h);
      }
      case Node.Operation(_, var operator, Node left, Node right, _) -> {
        bound(left);
        long l = number.low;
        long h = number.high;
        bound(right);
        operator.bound(number, l, h);
      }
      case Node.Conditional(_, Node condition, Node then, Node otherwise) -> {
        int chosen = chosen(condition);
        if (chosen != (FALSE | TRUE)) {
          bound(chosen == TRUE ? then : otherwise);
        } else if (isReal) {
          bound(then);
          double l = real.low;
          double h = real.high;
          bound(otherwise);
          real.set(Math.min(l, real.low), Math.max(h, real.high));
        } else {
          bound(then);
          long l = number.low;
          long h = number.high;
          bound(otherwise);
          number.set(Math.min(l, number.low), Math.max(h, number.high));
        }
      }
      default -> throw new IllegalArgumentException(node + " is no number.");
    }
  }

  private void set(boolean isReal, long low, long high) {
    if (isReal) {
      real.set(Double.longBitsToDouble(low), Double.longBitsToDouble(high));
    } else {
      number.set(low, high);
    }
  }
}
