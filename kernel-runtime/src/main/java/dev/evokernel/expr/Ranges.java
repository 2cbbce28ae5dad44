package dev.evokernel.expr;

import dev.evokernel.expr.value.IntegerBounds;
import dev.evokernel.expr.value.RealBounds;

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

  /** Whether the integer can be evaluated everywhere in the box. */
  boolean isTotal(IntegerNode node) {
    number.fails = false;
    integer(node);
    return !number.fails;
  }

  /** Set of possible outcomes of a condition. */
  int truth(TruthNode node) {
    return switch (node) {
      case TruthNode.Constant(boolean value) -> value ? TRUE : FALSE;
      case TruthNode.Name(int slot) ->
          (least[slot] == 0 ? FALSE : 0) | (greatest[slot] != 0 ? TRUE : 0);
      case TruthNode.Not(TruthNode operand) -> swapped(truth(operand));
      case TruthNode.Connected(Connective operator, TruthNode left, TruthNode right) -> {
        int a = truth(left);
        int goesOn = operator.decisive ? FALSE : TRUE;
        yield (a & goesOn) == 0 ? a : (a & ~goesOn) | truth(right);
      }
      case TruthNode.Conditional(TruthNode condition, TruthNode then, TruthNode otherwise) -> {
        int chosen = truth(condition);
        yield (chosen & FAILURE)
            | ((chosen & TRUE) == 0 ? 0 : truth(then))
            | ((chosen & FALSE) == 0 ? 0 : truth(otherwise));
      }
      case TruthNode.SameTruth(TruthNode left, TruthNode right) -> {
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

  private int comparison(TruthNode node) {
    boolean outside = number.fails;
    number.fails = false;
    int found =
        switch (node) {
          case TruthNode.Integers(Comparison operator, IntegerNode left, IntegerNode right) -> {
            integer(left);
            long l = number.low;
            long h = number.high;
            integer(right);
            yield operator.outcomes(relations(l, h));
          }
          case TruthNode.Reals(Comparison operator, RealNode left, RealNode right) -> {
            real(left);
            double l = real.low;
            double h = real.high;
            real(right);
            yield operator.outcomes(
                (l < real.high ? BELOW : 0)
                    | (l <= real.high && real.low <= h ? SAME : 0)
                    | (h > real.low ? ABOVE : 0));
          }
          case TruthNode.SameText(IntegerNode left, IntegerNode right) -> {
            integer(left);
            long l = number.low;
            long h = number.high;
            integer(right);
            yield h < 0 ? FALSE : l < 0 ? FALSE | TRUE : Comparison.EQUAL.outcomes(relations(l, h));
          }
          case TruthNode.Member(IntegerNode operand, long[] values) -> {
            integer(operand);
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
  private int chosen(TruthNode condition) {
    int truth = truth(condition);
    number.fails |= (truth & FAILURE) != 0;
    int chosen = truth & (FALSE | TRUE);
    return chosen == 0 ? FALSE | TRUE : chosen;
  }

  private void integer(IntegerNode node) {
    switch (node) {
      case IntegerNode.Constant(long value) -> number.set(value, value);
      case IntegerNode.Name(int slot) -> number.set(least[slot], greatest[slot]);
      case IntegerNode.Operation(var operator, var left, var right, _) -> {
        integer(left);
        long l = number.low;
        long h = number.high;
        integer(right);
        operator.bound(number, l, h);
      }
      case IntegerNode.Conditional(var condition, var then, var otherwise) -> {
        int chosen = chosen(condition);
        if (chosen != (FALSE | TRUE)) {
          integer(chosen == TRUE ? then : otherwise);
        } else {
          integer(then);
          long l = number.low;
          long h = number.high;
          integer(otherwise);
          number.set(Math.min(l, number.low), Math.max(h, number.high));
        }
      }
    }
  }

  private void real(RealNode node) {
    switch (node) {
      case RealNode.Constant(double value) -> real.set(value, value);
      case RealNode.Name(int slot) ->
          real.set(Double.longBitsToDouble(least[slot]), Double.longBitsToDouble(greatest[slot]));
      case RealNode.OfInteger(IntegerNode operand) -> {
        integer(operand);
        real.set((double) number.low, (double) number.high);
      }
      case RealNode.Operation(ArithmeticOperator operator, RealNode left, RealNode right, _) -> {
        real(left);
        double l = real.low;
        double h = real.high;
        real(right);
        operator.bound(real, l, h);
      }
      case RealNode.Conditional(TruthNode condition, RealNode then, RealNode otherwise) -> {
        int chosen = chosen(condition);
        if (chosen != (FALSE | TRUE)) {
          real(chosen == TRUE ? then : otherwise);
        } else {
          real(then);
          double l = real.low;
          double h = real.high;
          real(otherwise);
          real.set(Math.min(l, real.low), Math.max(h, real.high));
        }
      }
    }
  }
}
