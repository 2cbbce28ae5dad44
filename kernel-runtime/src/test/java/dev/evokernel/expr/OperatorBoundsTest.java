package dev.evokernel.expr;

import static dev.evokernel.expr.Operators.INTEGERS;
import static dev.evokernel.expr.Operators.REALS;
import static dev.evokernel.expr.Operators.SCOPE;
import static dev.evokernel.expr.Operators.frame;
import static dev.evokernel.expr.Operators.integer;
import static dev.evokernel.expr.Operators.parsed;
import static dev.evokernel.expr.Operators.real;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The bounds of every operator's results, against what comes out of operands within theirs. */
class OperatorBoundsTest {

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(42);

  @ParameterizedTest
  @MethodSource("dev.evokernel.expr.Operators#onIntegers")
  void bound_ofIntegers_holdsWhatComesOut(ArithmeticOperator operator) {
    Expression expression = parsed(operator, "A", "B");
    int total = 0;
    for (int i = 0; i < 3_000; i++) {
      long[] a = integers();
      long[] b = integers();
      var bounds = new IntegerBounds();
      bounds.set(b[0], b[1]);
      operator.bound(bounds, a[0], a[1]);
      total += bounds.fails ? 0 : 1;
      for (long left : sample(a)) {
        for (long right : sample(b)) {
          Optional<Long> value = integer(expression, left, right);
          assertThat(value.map(v -> bounds.low <= v && v <= bounds.high).orElse(bounds.fails))
              .as("%s with %s and %s in %s", expression, left, right, bounds(bounds))
              .isTrue();
        }
      }
      if (a[0] == a[1] && b[0] == b[1] && !bounds.fails) {
        assertThat(bounds.high - bounds.low).as("%s of two points", expression).isBetween(0L, 1L);
      }
    }
    assertThat(total).as("boxes where it always has a value").isGreaterThan(300);
  }

  @ParameterizedTest
  @MethodSource("dev.evokernel.expr.Operators#onReals")
  void bound_ofReals_holdsWhatComesOut(ArithmeticOperator operator) {
    Expression expression = parsed(operator, "X", "Y");
    for (int i = 0; i < 3_000; i++) {
      double[] x = reals();
      double[] y = reals();
      var shared = new IntegerBounds();
      var bounds = new RealBounds(shared);
      bounds.set(y[0], y[1]);
      operator.bound(bounds, x[0], x[1]);
      for (double left : sample(x)) {
        for (double right : sample(y)) {
          OptionalDouble value = real(expression, left, right);
          assertThat(
                  value.isPresent()
                      ? bounds.low <= value.getAsDouble() && value.getAsDouble() <= bounds.high
                      : shared.fails)
              .as("%s with %s and %s in %s..%s", expression, left, right, bounds.low, bounds.high)
              .isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void comparison_ofNumbers_isThatOfTheirOrder(Comparison operator) {
    Expression integers = parsed(operator, "A", "B");
    Expression reals = parsed(operator, "X", "Y");
    for (int i = 0; i < 1_000; i++) {
      long[] a = integers();
      long[] b = integers();
      double[] x = reals();
      double[] y = reals();
      Box box = Box.around(SCOPE.frame());
      box.open(SCOPE.slot("A"), Type.INTEGER, a);
      box.open(SCOPE.slot("B"), Type.INTEGER, b);
      box.open(SCOPE.slot("X"), Type.REAL, bits(x));
      box.open(SCOPE.slot("Y"), Type.REAL, bits(y));
      Expression.Prospect ofIntegers = integers.prospect(box);
      Expression.Prospect ofReals = reals.prospect(box);
      for (int j = 0; j < 9; j++) {
        long left = sample(a)[j / 3];
        long right = sample(b)[j % 3];
        boolean holds = ExactArithmetic.holds(operator, Long.compare(left, right));
        assertThat(integers.test(frame(left, right))).isEqualTo(holds);
        assertThat(ofIntegers)
            .isNotEqualTo(holds ? Expression.Prospect.NEVER : Expression.Prospect.ALWAYS);
        double one = sample(x)[j / 3];
        double other = sample(y)[j % 3];
        boolean really =
            ExactArithmetic.holds(operator, new BigDecimal(one).compareTo(new BigDecimal(other)));
        assertThat(reals.test(frame(one, other))).isEqualTo(really);
        assertThat(ofReals)
            .isNotEqualTo(really ? Expression.Prospect.NEVER : Expression.Prospect.ALWAYS);
      }
      if (a[1] < b[0] || a[0] > b[1]) {
        assertThat(ofIntegers)
            .as("%s of ranges apart", integers)
            .isNotEqualTo(Expression.Prospect.OPEN);
      }
    }
  }

  /** The least and the greatest, of which every third pair is one point. */
  private long[] integers() {
    boolean large = random.nextInt(3) == 0;
    long one = large ? INTEGERS[random.nextInt(INTEGERS.length)] : random.nextLong(-9, 20);
    long other = large ? INTEGERS[random.nextInt(INTEGERS.length)] : one + random.nextLong(9);
    long end = random.nextInt(3) == 0 ? one : other;
    return new long[] {Math.min(one, end), Math.max(one, end)};
  }

  private double[] reals() {
    double one = REALS[random.nextInt(REALS.length)];
    double other = random.nextInt(3) == 0 ? one : REALS[random.nextInt(REALS.length)];
    return new double[] {Math.min(one, other), Math.max(one, other)};
  }

  /** Both ends and one between them. */
  private long[] sample(long... range) {
    long middle = range[0] == range[1] ? range[0] : random.nextLong(range[0], range[1]);
    return new long[] {range[0], middle, range[1]};
  }

  private double[] sample(double... range) {
    double middle = range[0] + random.nextDouble() * (range[1] - range[0]);
    return new double[] {range[0], Math.min(middle, range[1]), range[1]};
  }

  private static long[] bits(double... values) {
    return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
  }

  private static String bounds(IntegerBounds bounds) {
    return bounds.low + ".." + bounds.high + (bounds.fails ? " or a failure" : "");
  }
}
