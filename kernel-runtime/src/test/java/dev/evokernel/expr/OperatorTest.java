package dev.evokernel.expr;

import static dev.evokernel.expr.Operators.INTEGERS;
import static dev.evokernel.expr.Operators.REALS;
import static dev.evokernel.expr.Operators.SCOPE;
import static dev.evokernel.expr.Operators.frame;
import static dev.evokernel.expr.Operators.integer;
import static dev.evokernel.expr.Operators.parsed;
import static dev.evokernel.expr.Operators.real;
import static dev.evokernel.expr.Operators.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operator that there is, through the parser and against {@link ExactArithmetic}. No test
 * knows an operator by name: a constant that is added is tested with the others.
 */
class OperatorTest {

  static List<Operator> operators() {
    return Operator.values();
  }

  @ParameterizedTest
  @MethodSource("operators")
  void parse_ofEachSpelling_isTheOperatorOfThatSymbol(Operator operator) {
    boolean connects = operator instanceof Connective;
    Frame frame = frame(9, 4);
    Expression canonical = parsed(operator, connects ? "P" : "A", connects ? "Q" : "B");
    assertThat(operator.spellings()).contains(operator.symbol());
    for (String spelling : operator.spellings()) {
      String text = written(operator, spelling, connects ? "P" : "A", connects ? "Q" : "B");
      assertThat(Expression.parse(text, SCOPE).value(frame)).isEqualTo(canonical.value(frame));
    }
  }

  @ParameterizedTest
  @EnumSource
  void parse_ofTwoOperators_bindsTheTighterFirst(ArithmeticOperator outer) {
    for (ArithmeticOperator inner : ArithmeticOperator.values()) {
      boolean together =
          (outer.hasIntegers() && inner.hasIntegers()) || (outer.hasReals() && inner.hasReals());
      if (together && outer.level().isInfix() && inner.level().isInfix()) {
        boolean right = inner.level().compareTo(outer.level().right()) >= 0;
        String open = "A " + outer.symbol() + " B " + inner.symbol() + " C";
        String grouped =
            right
                ? "A " + outer.symbol() + " (B " + inner.symbol() + " C)"
                : "(A " + outer.symbol() + " B) " + inner.symbol() + " C";
        Frame frame = frame(7, 3).set("C", Value.of(2));
        assertThat(Expression.parse(open, SCOPE).value(frame))
            .as(open)
            .isEqualTo(Expression.parse(grouped, SCOPE).value(frame));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.evokernel.expr.Operators#onIntegers")
  void value_ofIntegers_isTheExactOneOrAFailure(ArithmeticOperator operator) {
    Expression expression = parsed(operator, "A", "B");
    assertThat(expression.type()).isEqualTo(Type.INTEGER);
    for (long a : INTEGERS) {
      for (long b : INTEGERS) {
        assertThat(integer(expression, a, b))
            .as("%s with %s and %s", expression, a, b)
            .isEqualTo(
                ExactArithmetic.integer(operator, BigInteger.valueOf(a), BigInteger.valueOf(b))
                    .map(BigInteger::longValueExact));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.evokernel.expr.Operators#onReals")
  void value_ofReals_isTheNearestOrAFailure(ArithmeticOperator operator) {
    Expression expression = parsed(operator, "X", "Y");
    assertThat(expression.type()).isEqualTo(Type.REAL);
    for (double x : REALS) {
      for (double y : REALS) {
        OptionalDouble actual = real(expression, x, y);
        Optional<Double> exact =
            ExactArithmetic.real(operator, new BigDecimal(x), new BigDecimal(y))
                .map(BigDecimal::doubleValue)
                .filter(Double::isFinite);
        assertThat(actual.isPresent())
            .as("%s with %s and %s has a value", expression, x, y)
            .isEqualTo(exact.isPresent());
        exact.ifPresent(
            value ->
                assertThat(actual.orElseThrow())
                    .as("%s with %s and %s", expression, x, y)
                    .isCloseTo(value, within(1e-12 * Math.abs(value))));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void parse_ofATypeThatHasNoForm_widensOrRefuses(ArithmeticOperator operator) {
    if (operator.hasReals()) {
      assertThat(parsed(operator, "A", "B").type())
          .isEqualTo(operator.hasIntegers() ? Type.INTEGER : Type.REAL);
      assertThat(parsed(operator, "X", "Y").type()).isEqualTo(Type.REAL);
    } else {
      assertThatThrownBy(() -> parsed(operator, "X", "Y"))
          .hasMessageContaining("'" + operator.symbol() + "' needs integers, but 'X' is real");
    }
    assertThatThrownBy(() -> parsed(operator, "P", "Q"))
        .hasMessageContaining("'" + operator.symbol() + "' needs numbers, but '")
        .hasMessageContaining("is boolean");
  }

  @ParameterizedTest
  @EnumSource
  void connective_ofTruths_isThatOfItsTable(Connective operator) {
    Expression expression = parsed(operator, "P", "Q");
    Expression unsafe = parsed(operator, "P", "1 // A == 1");
    for (boolean p : new boolean[] {false, true}) {
      boolean withFalse = ExactArithmetic.truth(operator, p, false);
      boolean withTrue = ExactArithmetic.truth(operator, p, true);
      Frame frame = SCOPE.frame().set("P", Value.of(p));
      assertThat(expression.test(frame)).isEqualTo(withFalse);
      assertThat(expression.test(frame.set("Q", Value.of(true)))).isEqualTo(withTrue);
      Box box = Box.around(frame);
      box.open(SCOPE.slot("Q"), Type.BOOLEAN, 0, 1);
      boolean decided = withFalse == withTrue;
      Expression.Prospect wanted =
          !decided
              ? Expression.Prospect.OPEN
              : withTrue ? Expression.Prospect.ALWAYS : Expression.Prospect.NEVER;
      assertThat(expression.prospect(box)).isEqualTo(wanted);
      assertThat(unsafe.prospect(box)).isEqualTo(wanted);
      if (decided) {
        assertThat(unsafe.test(frame)).isEqualTo(withTrue);
      } else {
        assertThatThrownBy(() -> unsafe.test(frame)).isInstanceOf(EvaluationException.class);
      }
    }
  }
}
