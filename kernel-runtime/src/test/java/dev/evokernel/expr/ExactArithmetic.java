package dev.evokernel.expr;

import module java.base;

/**
 * What every operator means, without rounding and without overflow. The switches have no default:
 * an operator that is added has to be defined here before its tests compile.
 */
public final class ExactArithmetic {

  private static final MathContext DIGITS = new MathContext(80, RoundingMode.HALF_EVEN);

  private ExactArithmetic() {}

  /** The result, if there is one and 64 bits hold it; of one operand, {@code b}. */
  static Optional<BigInteger> integer(ArithmeticOperator operator, BigInteger a, BigInteger b) {
    return switch (operator) {
      case SUM -> fitting(a.add(b));
      case DIFFERENCE -> fitting(a.subtract(b));
      case PRODUCT -> fitting(a.multiply(b));
      case QUOTIENT -> b.signum() == 0 ? Optional.empty() : fitting(floor(a, b));
      case CEILING_QUOTIENT ->
          b.signum() == 0 ? Optional.empty() : fitting(floor(a.negate(), b).negate());
      case REMAINDER ->
          b.signum() == 0 ? Optional.empty() : fitting(a.subtract(floor(a, b).multiply(b)));
      case POWER -> b.signum() < 0 ? Optional.empty() : fitting(power(a, b));
      case NEGATION -> fitting(b.negate());
      case ABSOLUTE -> fitting(b.abs());
      case MINIMUM -> fitting(a.min(b));
      case MAXIMUM -> fitting(a.max(b));
      case RATIO, LOG2 -> throw new IllegalArgumentException(operator + " gives no integer.");
    };
  }

  /** The result to 80 digits, those of powers and logarithms to 12, if there is one. */
  static Optional<BigDecimal> real(ArithmeticOperator operator, BigDecimal a, BigDecimal b) {
    boolean zero = b.signum() == 0;
    return switch (operator) {
      case SUM -> Optional.of(a.add(b));
      case DIFFERENCE -> Optional.of(a.subtract(b));
      case PRODUCT -> Optional.of(a.multiply(b));
      case RATIO -> zero ? Optional.empty() : Optional.of(a.divide(b, DIGITS));
      case QUOTIENT -> zero ? Optional.empty() : Optional.of(floor(a, b));
      case REMAINDER -> zero ? Optional.empty() : Optional.of(a.subtract(floor(a, b).multiply(b)));
      case POWER -> power(a.doubleValue(), b.doubleValue());
      case NEGATION -> Optional.of(b.negate());
      case ABSOLUTE -> Optional.of(b.abs());
      case LOG2 ->
          b.signum() <= 0
              ? Optional.empty()
              : Optional.of(BigDecimal.valueOf(Math.log(b.doubleValue()) / Math.log(2)));
      case MINIMUM -> Optional.of(a.min(b));
      case MAXIMUM -> Optional.of(a.max(b));
      case CEILING_QUOTIENT -> throw new IllegalArgumentException(operator + " takes no reals.");
    };
  }

  /** Whether a comparison holds where the left side compares so to the right one. */
  public static boolean holds(Comparison operator, int order) {
    return switch (operator) {
      case EQUAL -> order == 0;
      case DIFFERENT -> order != 0;
      case LESS -> order < 0;
      case AT_MOST -> order <= 0;
      case GREATER -> order > 0;
      case AT_LEAST -> order >= 0;
    };
  }

  static boolean truth(Connective operator, boolean a, boolean b) {
    return switch (operator) {
      case AND -> a && b;
      case OR -> a || b;
    };
  }

  private static BigInteger power(BigInteger base, BigInteger exponent) {
    if (base.abs().compareTo(BigInteger.ONE) > 0) {
      return base.pow(exponent.min(BigInteger.valueOf(64)).intValueExact());
    }
    return exponent.signum() == 0 ? BigInteger.ONE : base.pow(exponent.testBit(0) ? 1 : 2);
  }

  private static Optional<BigDecimal> power(double base, double exponent) {
    boolean whole = exponent == Math.rint(exponent);
    if (base == 0 ? exponent < 0 : base < 0 && !whole) {
      return Optional.empty();
    }
    double size = exponent == 0 ? 1 : Math.exp(exponent * Math.log(Math.abs(base)));
    boolean negative = base < 0 && new BigDecimal(exponent).toBigInteger().testBit(0);
    return Double.isInfinite(size)
        ? Optional.empty()
        : Optional.of(new BigDecimal(negative ? -size : size));
  }

  private static BigInteger floor(BigInteger a, BigInteger b) {
    return floor(new BigDecimal(a), new BigDecimal(b)).toBigIntegerExact();
  }

  private static BigDecimal floor(BigDecimal a, BigDecimal b) {
    BigDecimal[] parts = a.divideAndRemainder(b);
    boolean above = parts[1].signum() * b.signum() < 0;
    return above ? parts[0].subtract(BigDecimal.ONE) : parts[0];
  }

  private static Optional<BigInteger> fitting(BigInteger value) {
    return Optional.of(value).filter(result -> result.bitLength() < Long.SIZE);
  }
}
