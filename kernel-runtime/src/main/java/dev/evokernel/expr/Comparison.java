package dev.evokernel.expr;

import static dev.evokernel.expr.Ranges.ABOVE;
import static dev.evokernel.expr.Ranges.BELOW;
import static dev.evokernel.expr.Ranges.FALSE;
import static dev.evokernel.expr.Ranges.SAME;
import static dev.evokernel.expr.Ranges.TRUE;

import java.util.List;
import java.util.function.BinaryOperator;

/**
 * Comparisons of two numbers; booleans and words are only equal or different. {@code >} and {@code
 * >=} evaluate the right side first.
 */
@SuppressWarnings("ImmutableEnumChecker")
public // The lambdas capture nothing.
enum Comparison implements Operator {
  EQUAL("==", SAME, (a, b) -> slots -> a.at(slots) == b.at(slots) ? 1 : 0),
  DIFFERENT("!=", BELOW | ABOVE, (a, b) -> slots -> a.at(slots) != b.at(slots) ? 1 : 0),
  LESS("<", BELOW, (a, b) -> slots -> a.at(slots) < b.at(slots) ? 1 : 0),
  AT_MOST("<=", BELOW | SAME, (a, b) -> slots -> a.at(slots) <= b.at(slots) ? 1 : 0),
  GREATER(">", ABOVE, (a, b) -> slots -> b.at(slots) < a.at(slots) ? 1 : 0),
  AT_LEAST(">=", SAME | ABOVE, (a, b) -> slots -> b.at(slots) <= a.at(slots) ? 1 : 0);

  private final String symbol;
  private final int holds;

  private final BinaryOperator<Node.Code> integers;

  Comparison(String symbol, int holds, BinaryOperator<Node.Code> integers) {
    this.symbol = symbol;
    this.holds = holds;
    this.integers = integers;
  }

  /** Code of a comparison of two parts of a type; an undeclared word equals no other. */
  Node.Code code(Type type, Node.Code left, Node.Code right) {
    return switch (type) {
      case INTEGER, BOOLEAN -> integers.apply(left, right);
      case REAL -> integers.apply(ordered(left), ordered(right));
      case TEXT ->
          slots -> {
            long word = left.at(slots);
            return word >= 0 && word == right.at(slots) ? 1 : 0;
          };
    };
  }

  /** Integers in the order of finite reals; those below 0 have their bits in reverse order. */
  private static Node.Code ordered(Node.Code real) {
    return slots -> {
      long bits = Double.doubleToRawLongBits(Double.longBitsToDouble(real.at(slots)) + 0.0);
      return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    };
  }

  @Override
  public Level level() {
    return Level.COMPARISON;
  }

  @Override
  public List<String> spellings() {
    return List.of(symbol);
  }

  boolean isOrder() {
    return this != EQUAL && this != DIFFERENT;
  }

  /** Maps possible relations of left to right to possible outcomes, both as in {@link Ranges}. */
  int outcomes(int relations) {
    return ((relations & holds) != 0 ? TRUE : 0) | ((relations & ~holds) != 0 ? FALSE : 0);
  }
}
