package dev.evokernel.expr;

import module java.base;

/** What the tests of the operators share: operands, and an expression of each operator. */
public final class Operators {

  public static final Scope SCOPE =
      Scope.builder()
          .declare("A", Type.INTEGER)
          .declare("B", Type.INTEGER)
          .declare("C", Type.INTEGER)
          .declare("X", Type.REAL)
          .declare("Y", Type.REAL)
          .declare("P", Type.BOOLEAN)
          .declare("Q", Type.BOOLEAN)
          .build();

  @SuppressWarnings("MutablePublicArray")
  public static final long[] INTEGERS = {
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1,
    -3_037_000_500L,
    -64,
    -7,
    -3,
    -2,
    -1,
    0,
    1,
    2,
    3,
    5,
    62,
    63,
    64,
    1000,
    3_037_000_499L,
    Long.MAX_VALUE - 1,
    Long.MAX_VALUE
  };

  @SuppressWarnings("MutablePublicArray")
  public static final double[] REALS = {
    -1e300, -7.5, -3, -2, -1, -0.25, 0, 0.25, 0.75, 1, 2, 3, 8, 1e300
  };

  private Operators() {}

  static Stream<ArithmeticOperator> onIntegers() {
    return Arrays.stream(ArithmeticOperator.values()).filter(ArithmeticOperator::hasIntegers);
  }

  static Stream<ArithmeticOperator> onReals() {
    return Arrays.stream(ArithmeticOperator.values()).filter(ArithmeticOperator::hasReals);
  }

  public static Expression parsed(Operator operator, String a, String b) {
    return Expression.parse(written(operator, operator.symbol(), a, b), SCOPE);
  }

  static String written(Operator operator, String spelling, String a, String b) {
    return switch (operator.level()) {
      case SIGN -> spelling + b;
      case CALL_OF_ONE -> spelling + "(" + b + ")";
      case CALL_OF_TWO, CALL_OF_MANY -> spelling + "(" + a + ", " + b + ")";
      default -> a + " " + spelling + " " + b;
    };
  }

  public static Frame frame(long a, long b) {
    return SCOPE.frame().set("A", Value.of(a)).set("B", Value.of(b));
  }

  public static Frame frame(double x, double y) {
    return SCOPE.frame().set("X", Value.of(x)).set("Y", Value.of(y));
  }

  public static Optional<Long> integer(Expression expression, long a, long b) {
    try {
      return Optional.of(expression.integer(frame(a, b)));
    } catch (EvaluationException _) {
      return Optional.empty();
    }
  }

  public static OptionalDouble real(Expression expression, double x, double y) {
    try {
      return OptionalDouble.of(expression.real(frame(x, y)));
    } catch (EvaluationException _) {
      return OptionalDouble.empty();
    }
  }
}
