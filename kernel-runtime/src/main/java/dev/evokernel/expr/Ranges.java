package dev.evokernel.expr;

/**
 * Interval arithmetic over a {@link Box}: between which bounds every part of an expression stays.
 *
 * <p>A truth is a set of what can come out, {@link #FALSE}, {@link #TRUE} and {@link #FAILURE}; so
 * nothing is promised of a condition that could have no value. Numbers leave their bounds in fields
 * instead of objects, because the construction of a search space asks a million times.
 */
final class Ranges {

  static final int FALSE = 1;
  static final int TRUE = 2;
  static final int FAILURE = 4;

  private final long[] least;
  private final long[] greatest;

  /** Of the integer or word seen last. */
  private final IntegerBounds number = new IntegerBounds();

  /** Of the real seen last. */
  private final RealBounds real = new RealBounds(number);

  Ranges(Box box) {
    this.least = box.least;
    this.greatest = box.greatest;
  }

  /** Whether an integer has a value everywhere in the box. */
  boolean isTotal(IntegerNode node) {
    number.fails = false;
    integer(node);
    return !number.fails;
  }

  /** What can come out of a condition. */
  int truth(TruthNode node) {
    return switch (node) {
      case TruthNode.Constant(boolean value) -> value ? TRUE : FALSE;
      case TruthNode.Name(int slot) ->
          (least[slot] == 0 ? FALSE : 0) | (greatest[slot] != 0 ? TRUE : 0);
      case TruthNode.Not(TruthNode operand) -> swapped(truth(operand));
      case TruthNode.And(TruthNode left, TruthNode right) -> {
        int a = truth(left);
        yield (a & TRUE) == 0 ? a : (a & ~TRUE) | truth(right);
      }
      case TruthNode.Or(TruthNode left, TruthNode right) -> {
        int a = truth(left);
        yield (a & FALSE) == 0 ? a : (a & ~FALSE) | truth(right);
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
          case TruthNode.SameInteger(IntegerNode left, IntegerNode right) -> {
            integer(left);
            long l = number.low;
            long h = number.high;
            integer(right);
            yield same(l, h, number.low, number.high);
          }
          case TruthNode.LessInteger(IntegerNode left, IntegerNode right) -> {
            integer(left);
            long l = number.low;
            long h = number.high;
            integer(right);
            yield (l < number.high ? TRUE : 0) | (h >= number.low ? FALSE : 0);
          }
          case TruthNode.AtMostInteger(IntegerNode left, IntegerNode right) -> {
            integer(left);
            long l = number.low;
            long h = number.high;
            integer(right);
            yield (l <= number.high ? TRUE : 0) | (h > number.low ? FALSE : 0);
          }
          case TruthNode.SameReal(RealNode left, RealNode right) -> {
            real(left);
            double l = real.low;
            double h = real.high;
            real(right);
            yield (l <= real.high && real.low <= h ? TRUE : 0)
                | (l == h && real.low == real.high && l == real.low ? 0 : FALSE);
          }
          case TruthNode.LessReal(RealNode left, RealNode right) -> {
            real(left);
            double l = real.low;
            double h = real.high;
            real(right);
            yield (l < real.high ? TRUE : 0) | (h >= real.low ? FALSE : 0);
          }
          case TruthNode.AtMostReal(RealNode left, RealNode right) -> {
            real(left);
            double l = real.low;
            double h = real.high;
            real(right);
            yield (l <= real.high ? TRUE : 0) | (h > real.low ? FALSE : 0);
          }
          case TruthNode.SameText(TextNode left, TextNode right) -> {
            word(left);
            long l = number.low;
            long h = number.high;
            word(right);
            yield h < 0 ? FALSE : l < 0 ? FALSE | TRUE : same(l, h, number.low, number.high);
          }
          case TruthNode.Member(IntegerNode operand, long[] values) -> {
            integer(operand);
            yield member(values);
          }
          default -> throw new IllegalArgumentException(node + " is no comparison.");
        };
    int truth = number.fails ? found | FAILURE : found;
    number.fails = outside;
    return truth;
  }

  private static int same(long l, long h, long low, long high) {
    return (l <= high && low <= h ? TRUE : 0) | (l == h && low == high && l == low ? 0 : FALSE);
  }

  private int member(long... values) {
    int found = number.low == number.high ? 0 : FALSE;
    boolean within = false;
    for (long value : values) {
      within |= number.low <= value && value <= number.high;
    }
    return found | (within ? TRUE : FALSE);
  }

  private void word(TextNode node) {
    switch (node) {
      case TextNode.Constant(_, long index) -> number.set(index, index);
      case TextNode.Name(int slot) -> number.set(least[slot], greatest[slot]);
      case TextNode.Conditional(TruthNode condition, TextNode then, TextNode otherwise) -> {
        int chosen = chosen(condition);
        if (chosen != (FALSE | TRUE)) {
          word(chosen == TRUE ? then : otherwise);
        } else {
          word(then);
          long l = number.low;
          long h = number.high;
          word(otherwise);
          number.set(Math.min(l, number.low), Math.max(h, number.high));
        }
      }
    }
  }

  /** What a condition inside a number can be; that it may fail is noted. */
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
      case IntegerNode.Negation(IntegerNode operand, _) -> {
        integer(operand);
        number.difference(0, 0);
      }
      case IntegerNode.Absolute(IntegerNode operand, _) -> {
        integer(operand);
        number.absolute();
      }
      case IntegerNode.Sum(IntegerNode left, IntegerNode right, _) -> {
        integer(left);
        long l = number.low;
        long h = number.high;
        integer(right);
        number.sum(l, h);
      }
      case IntegerNode.Difference(IntegerNode left, IntegerNode right, _) -> {
        integer(left);
        long l = number.low;
        long h = number.high;
        integer(right);
        number.difference(l, h);
      }
      case IntegerNode.Product(IntegerNode left, IntegerNode right, _) -> {
        integer(left);
        long l = number.low;
        long h = number.high;
        integer(right);
        number.product(l, h);
      }
      case IntegerNode.Quotient(IntegerNode left, IntegerNode right, _) -> {
        integer(left);
        long l = number.low;
        long h = number.high;
        integer(right);
        number.quotient(l, h, Math::floorDiv);
      }
      case IntegerNode.CeilingQuotient(IntegerNode left, IntegerNode right, _) -> {
        integer(left);
        long l = number.low;
        long h = number.high;
        integer(right);
        number.quotient(l, h, Math::ceilDiv);
      }
      case IntegerNode.Remainder(IntegerNode left, IntegerNode right, _) -> {
        integer(left);
        long l = number.low;
        long h = number.high;
        integer(right);
        number.remainder(l, h);
      }
      case IntegerNode.Power(IntegerNode base, IntegerNode exponent, _) -> {
        integer(base);
        long l = number.low;
        long h = number.high;
        integer(exponent);
        number.power(l, h);
      }
      case IntegerNode.Minimum(IntegerNode left, IntegerNode right) -> {
        integer(left);
        long l = number.low;
        long h = number.high;
        integer(right);
        number.set(Math.min(l, number.low), Math.min(h, number.high));
      }
      case IntegerNode.Maximum(IntegerNode left, IntegerNode right) -> {
        integer(left);
        long l = number.low;
        long h = number.high;
        integer(right);
        number.set(Math.max(l, number.low), Math.max(h, number.high));
      }
      case IntegerNode.Conditional(
              TruthNode condition,
              IntegerNode then,
              IntegerNode otherwise) -> {
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
      case RealNode.Negation(RealNode operand) -> {
        real(operand);
        real.set(-real.high, -real.low);
      }
      case RealNode.Absolute(RealNode operand) -> {
        real(operand);
        if (real.low < 0) {
          real.set(real.high < 0 ? -real.high : 0, Math.max(-real.low, real.high));
        }
      }
      case RealNode.Sum(RealNode left, RealNode right, _) -> {
        real(left);
        double l = real.low;
        double h = real.high;
        real(right);
        real.finite(l + real.low, h + real.high);
      }
      case RealNode.Difference(RealNode left, RealNode right, _) -> {
        real(left);
        double l = real.low;
        double h = real.high;
        real(right);
        real.finite(l - real.high, h - real.low);
      }
      case RealNode.Product(RealNode left, RealNode right, _) -> {
        real(left);
        double l = real.low;
        double h = real.high;
        real(right);
        real.hull(l * real.low, l * real.high, h * real.low, h * real.high);
      }
      case RealNode.Quotient(RealNode left, RealNode right, _) -> {
        real(left);
        double l = real.low;
        double h = real.high;
        real(right);
        if (real.low <= 0 && real.high >= 0) {
          real.unknown();
        } else {
          real.hull(l / real.low, l / real.high, h / real.low, h / real.high);
        }
      }
      case RealNode.Remainder(RealNode left, RealNode right, _) -> {
        real(left);
        double l = real.low;
        real(right);
        if (real.low <= 0) {
          real.unknown();
        } else {
          real.set(0, l >= 0 ? real.high : Math.nextUp(real.high));
        }
      }
      case RealNode.FloorQuotient _, RealNode.Power _, RealNode.Log2 _ -> real.unknown();
      case RealNode.Minimum(RealNode left, RealNode right) -> {
        real(left);
        double l = real.low;
        double h = real.high;
        real(right);
        real.set(Math.min(l, real.low), Math.min(h, real.high));
      }
      case RealNode.Maximum(RealNode left, RealNode right) -> {
        real(left);
        double l = real.low;
        double h = real.high;
        real(right);
        real.set(Math.max(l, real.low), Math.max(h, real.high));
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
