package dev.evokernel.expr;

/**
 * A part whose value is a finite double; a result that is not finite is an {@link
 * EvaluationException}.
 */
sealed interface RealNode extends Node {

  double at(long[] slots);

  record Constant(double value) implements RealNode {
    @Override
    public double at(long[] slots) {
      return value;
    }
  }

  record Name(int slot) implements RealNode {
    @Override
    public double at(long[] slots) {
      return Double.longBitsToDouble(slots[slot]);
    }
  }

  record OfInteger(IntegerNode operand) implements RealNode {
    @Override
    public double at(long[] slots) {
      return operand.at(slots);
    }
  }

  record Negation(RealNode operand) implements RealNode {
    @Override
    public double at(long[] slots) {
      return -operand.at(slots);
    }
  }

  record Absolute(RealNode operand) implements RealNode {
    @Override
    public double at(long[] slots) {
      return Math.abs(operand.at(slots));
    }
  }

  record Sum(RealNode left, RealNode right, String text) implements RealNode {
    @Override
    public double at(long[] slots) {
      return finite(left.at(slots) + right.at(slots), text);
    }
  }

  record Difference(RealNode left, RealNode right, String text) implements RealNode {
    @Override
    public double at(long[] slots) {
      return finite(left.at(slots) - right.at(slots), text);
    }
  }

  record Product(RealNode left, RealNode right, String text) implements RealNode {
    @Override
    public double at(long[] slots) {
      return finite(left.at(slots) * right.at(slots), text);
    }
  }

  record Quotient(RealNode left, RealNode right, String text) implements RealNode {
    @Override
    public double at(long[] slots) {
      return finite(left.at(slots) / divisor(right.at(slots), text), text);
    }
  }

  /** Agrees with {@link Remainder}: {@code a == a // b * b + a % b}, up to rounding. */
  record FloorQuotient(RealNode left, RealNode right, String text) implements RealNode {
    @Override
    public double at(long[] slots) {
      double a = left.at(slots);
      double b = divisor(right.at(slots), text);
      return finite(Math.rint((a - remainder(a, b)) / b), text);
    }
  }

  record Remainder(RealNode left, RealNode right, String text) implements RealNode {
    @Override
    public double at(long[] slots) {
      return remainder(left.at(slots), divisor(right.at(slots), text));
    }
  }

  record Power(RealNode base, RealNode exponent, String text) implements RealNode {
    @Override
    public double at(long[] slots) {
      return finite(Math.pow(base.at(slots), exponent.at(slots)), text);
    }
  }

  /** Exact for powers of two. */
  record Log2(RealNode operand, String text) implements RealNode {
    private static final double LN_2 = Math.log(2);

    @Override
    public double at(long[] slots) {
      double value = operand.at(slots);
      if (value <= 0) {
        throw new EvaluationException("a logarithm of " + value, text);
      }
      int exponent = Math.getExponent(value);
      return exponent + Math.log(Math.scalb(value, -exponent)) / LN_2;
    }
  }

  record Minimum(RealNode left, RealNode right) implements RealNode {
    @Override
    public double at(long[] slots) {
      return Math.min(left.at(slots), right.at(slots));
    }
  }

  record Maximum(RealNode left, RealNode right) implements RealNode {
    @Override
    public double at(long[] slots) {
      return Math.max(left.at(slots), right.at(slots));
    }
  }

  record Conditional(TruthNode condition, RealNode then, RealNode otherwise) implements RealNode {
    @Override
    public double at(long[] slots) {
      return condition.at(slots) ? then.at(slots) : otherwise.at(slots);
    }
  }

  private static double remainder(double a, double b) {
    double remainder = a % b;
    return remainder != 0 && remainder < 0 != b < 0 ? remainder + b : remainder;
  }

  private static double divisor(double divisor, String text) {
    if (divisor == 0) {
      throw new EvaluationException("division by zero", text);
    }
    return divisor;
  }

  private static double finite(double result, String text) {
    if (!Double.isFinite(result)) {
      throw new EvaluationException(
          Double.isNaN(result) ? "no real result" : "overflow of a real", text);
    }
    return result;
  }
}
