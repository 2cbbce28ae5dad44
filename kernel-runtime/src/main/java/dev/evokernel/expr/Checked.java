package dev.evokernel.expr;

/**
 * Arithmetic on 64-bit integers and finite reals. Any other result is an {@link
 * EvaluationException} with the text of the failed part.
 */
final class Checked {

  private static final double LN_2 = Math.log(2);

  private Checked() {}

  static long sum(long a, long b, String part) {
    long sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0) {
      throw overflow(part);
    }
    return sum;
  }

  static long difference(long a, long b, String part) {
    long difference = a - b;
    if (((a ^ b) & (a ^ difference)) < 0) {
      throw overflow(part);
    }
    return difference;
  }

  static long absolute(long value, String part) {
    return value < 0 ? difference(0, value, part) : value;
  }

  static long product(long a, long b, String part) {
    long product = a * b;
    if (Math.multiplyHigh(a, b) != product >> 63) {
      throw overflow(part);
    }
    return product;
  }

  static long quotient(long a, long b, String part) {
    return Math.floorDiv(a, divisor(a, b, part));
  }

  static long ceilingQuotient(long a, long b, String part) {
    return Math.ceilDiv(a, divisor(a, b, part));
  }

  static long remainder(long a, long b, String part) {
    if (b == 0) {
      throw new EvaluationException("division by zero", part);
    }
    return Math.floorMod(a, b);
  }

  static long power(long base, long exponent, String part) {
    if (exponent < 0) {
      throw new EvaluationException("a negative exponent of an integer", part);
    }
    try {
      // The power of 0, 1 and -1 depends only on whether the exponent is odd; others overflow.
      return Math.powExact(base, (int) Math.min(exponent, 64 + exponent % 2));
    } catch (ArithmeticException e) {
      throw overflow(part);
    }
  }

  private static long divisor(long dividend, long divisor, String part) {
    if (divisor == 0) {
      throw new EvaluationException("division by zero", part);
    }
    if (divisor == -1 && dividend == Long.MIN_VALUE) {
      throw overflow(part);
    }
    return divisor;
  }

  private static EvaluationException overflow(String part) {
    return new EvaluationException("overflow of 64 bits", part);
  }

  static double ratio(double a, double b, String part) {
    return finite(a / divisor(b, part), part);
  }

  /** Floors the ratio: {@code a == a // b * b + a % b}, up to rounding. */
  static double quotient(double a, double b, String part) {
    return finite(Math.rint((a - remainder(a, b, part)) / b), part);
  }

  static double remainder(double a, double b, String part) {
    double remainder = a % divisor(b, part);
    return remainder != 0 && remainder < 0 != b < 0 ? remainder + b : remainder;
  }

  /** Computes a logarithm that is exact for powers of two. */
  static double log2(double value, String part) {
    if (value <= 0) {
      throw new EvaluationException("a logarithm of " + value, part);
    }
    int exponent = Math.getExponent(value);
    return exponent + Math.log(Math.scalb(value, -exponent)) / LN_2;
  }

  private static double divisor(double divisor, String part) {
    if (divisor == 0) {
      throw new EvaluationException("division by zero", part);
    }
    return divisor;
  }

  static double finite(double result, String part) {
    if (!Double.isFinite(result)) {
      throw new EvaluationException(
          Double.isNaN(result) ? "no real result" : "overflow of a real", part);
    }
    return result;
  }
}
