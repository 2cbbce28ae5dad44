package dev.evokernel.expr;

import java.util.function.LongBinaryOperator;

/**
 * Bounds of an integer and their arithmetic. An operation takes the left operand's bounds as
 * arguments and replaces the right operand's bounds by the result's.
 */
final class IntegerBounds {

  /** Replaces the right operand's bounds by the result's; the left operand is in [l, h]. */
  @FunctionalInterface
  interface Rule {
    void of(IntegerBounds right, long l, long h);
  }

  long low;
  long high;

  boolean fails;

  void set(long least, long greatest) {
    low = least;
    high = greatest;
  }

  void unknown() {
    fails = true;
    set(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  void absolute() {
    if (low == Long.MIN_VALUE) {
      unknown();
    } else if (low < 0) {
      set(high < 0 ? -high : 0, Math.max(-low, high));
    }
  }

  void sum(long l, long h) {
    long least = l + low;
    long greatest = h + high;
    if (((l ^ least) & (low ^ least)) < 0 || ((h ^ greatest) & (high ^ greatest)) < 0) {
      unknown();
    } else {
      set(least, greatest);
    }
  }

  void difference(long l, long h) {
    if (low == Long.MIN_VALUE) {
      unknown();
    } else {
      set(-high, -low);
      sum(l, h);
    }
  }

  void product(long l, long h) {
    if (overflows(l, low) || overflows(l, high) || overflows(h, low) || overflows(h, high)) {
      unknown();
    } else {
      hull(l * low, l * high, h * low, h * high);
    }
  }

  private static boolean overflows(long a, long b) {
    return Math.multiplyHigh(a, b) != (a * b) >> 63;
  }

  private void hull(long a, long b, long c, long d) {
    set(Math.min(Math.min(a, b), Math.min(c, d)), Math.max(Math.max(a, b), Math.max(c, d)));
  }

  /**
   * @param division monotone in each operand while the divisor keeps its sign
   */
  void quotient(long l, long h, LongBinaryOperator division) {
    if ((low <= 0 && high >= 0) || l == Long.MIN_VALUE) {
      unknown();
    } else {
      hull(
          division.applyAsLong(l, low),
          division.applyAsLong(l, high),
          division.applyAsLong(h, low),
          division.applyAsLong(h, high));
    }
  }

  void remainder(long l, long h) {
    if (low <= 0 && high >= 0) {
      unknown();
    } else if (l == h && low == high) {
      long value = Math.floorMod(l, low);
      set(value, value);
    } else if (low > 0) {
      set(l >= 0 && h < low ? l : 0, l >= 0 ? Math.min(h, high - 1) : high - 1);
    } else {
      set(low + 1, 0);
    }
  }

  void power(long l, long h) {
    if (low < 0 || l < 0) {
      unknown();
      return;
    }
    long greatest = raised(h, high);
    if (greatest < 0) {
      unknown();
    } else {
      set(l == 0 && high > 0 ? 0 : raised(l, low), Math.max(greatest, 1));
    }
  }

  /** Power of two numbers ≥ 0; -1 on overflow. */
  private static long raised(long base, long exponent) {
    if (base < 2) {
      return exponent == 0 ? 1 : base;
    }
    long power = 1;
    for (long i = 0; i < exponent; i++) {
      if (overflows(power, base)) {
        return -1;
      }
      power *= base;
    }
    return power;
  }
}
