package dev.evokernel.expr;

/** A part whose value is a 64-bit integer; every overflow is an {@link EvaluationException}. */
sealed interface IntegerNode extends Node {

  long at(long[] slots);

  record Constant(long value) implements IntegerNode {
    @Override
    public long at(long[] slots) {
      return value;
    }
  }

  record Name(int slot) implements IntegerNode {
    @Override
    public long at(long[] slots) {
      return slots[slot];
    }
  }

  record Negation(IntegerNode operand, String text) implements IntegerNode {
    @Override
    public long at(long[] slots) {
      long value = operand.at(slots);
      if (value == Long.MIN_VALUE) {
        throw overflow(text);
      }
      return -value;
    }
  }

  record Absolute(IntegerNode operand, String text) implements IntegerNode {
    @Override
    public long at(long[] slots) {
      long value = operand.at(slots);
      if (value == Long.MIN_VALUE) {
        throw overflow(text);
      }
      return Math.abs(value);
    }
  }

  record Sum(IntegerNode left, IntegerNode right, String text) implements IntegerNode {
    @Override
    public long at(long[] slots) {
      long a = left.at(slots);
      long b = right.at(slots);
      long sum = a + b;
      if (((a ^ sum) & (b ^ sum)) < 0) {
        throw overflow(text);
      }
      return sum;
    }
  }

  record Difference(IntegerNode left, IntegerNode right, String text) implements IntegerNode {
    @Override
    public long at(long[] slots) {
      long a = left.at(slots);
      long b = right.at(slots);
      long difference = a - b;
      if (((a ^ b) & (a ^ difference)) < 0) {
        throw overflow(text);
      }
      return difference;
    }
  }

  record Product(IntegerNode left, IntegerNode right, String text) implements IntegerNode {
    @Override
    public long at(long[] slots) {
      return product(left.at(slots), right.at(slots), text);
    }
  }

  record Quotient(IntegerNode left, IntegerNode right, String text) implements IntegerNode {
    @Override
    public long at(long[] slots) {
      long a = left.at(slots);
      return Math.floorDiv(a, divisor(a, right.at(slots), text));
    }
  }

  record CeilingQuotient(IntegerNode left, IntegerNode right, String text) implements IntegerNode {
    @Override
    public long at(long[] slots) {
      long a = left.at(slots);
      return Math.ceilDiv(a, divisor(a, right.at(slots), text));
    }
  }

  record Remainder(IntegerNode left, IntegerNode right, String text) implements IntegerNode {
    @Override
    public long at(long[] slots) {
      long a = left.at(slots);
      long b = right.at(slots);
      if (b == 0) {
        throw new EvaluationException("division by zero", text);
      }
      return Math.floorMod(a, b);
    }
  }

  record Power(IntegerNode base, IntegerNode exponent, String text) implements IntegerNode {
    @Override
    public long at(long[] slots) {
      long factor = base.at(slots);
      long left = exponent.at(slots);
      if (left < 0) {
        throw new EvaluationException("a negative exponent of an integer", text);
      }
      long power = 1;
      while (true) {
        if ((left & 1) == 1) {
          power = product(power, factor, text);
        }
        left >>= 1;
        if (left == 0) {
          return power;
        }
        factor = product(factor, factor, text);
      }
    }
  }

  record Minimum(IntegerNode left, IntegerNode right) implements IntegerNode {
    @Override
    public long at(long[] slots) {
      return Math.min(left.at(slots), right.at(slots));
    }
  }

  record Maximum(IntegerNode left, IntegerNode right) implements IntegerNode {
    @Override
    public long at(long[] slots) {
      return Math.max(left.at(slots), right.at(slots));
    }
  }

  record Conditional(TruthNode condition, IntegerNode then, IntegerNode otherwise)
      implements IntegerNode {
    @Override
    public long at(long[] slots) {
      return condition.at(slots) ? then.at(slots) : otherwise.at(slots);
    }
  }

  private static long product(long a, long b, String text) {
    long product = a * b;
    if (Math.multiplyHigh(a, b) != product >> 63) {
      throw overflow(text);
    }
    return product;
  }

  private static long divisor(long dividend, long divisor, String text) {
    if (divisor == 0) {
      throw new EvaluationException("division by zero", text);
    }
    if (divisor == -1 && dividend == Long.MIN_VALUE) {
      throw overflow(text);
    }
    return divisor;
  }

  private static EvaluationException overflow(String text) {
    return new EvaluationException("overflow of 64 bits", text);
  }
}
