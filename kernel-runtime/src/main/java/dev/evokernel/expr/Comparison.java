package dev.evokernel.expr;

import static dev.evokernel.expr.Ranges.ABOVE;
import static dev.evokernel.expr.Ranges.BELOW;
import static dev.evokernel.expr.Ranges.FALSE;
import static dev.evokernel.expr.Ranges.SAME;
import static dev.evokernel.expr.Ranges.TRUE;

import java.util.List;
import java.util.function.BiFunction;

/**
 * Comparisons of two numbers; booleans and words are only equal or different. {@code >} and {@code
 * >=} evaluate the right side first.
 */
@SuppressWarnings("ImmutableEnumChecker")
public // The lambdas capture nothing.
enum Comparison implements Operator {
  EQUAL(
      "==",
      SAME,
      (a, b) -> slots -> a.at(slots) == b.at(slots),
      (a, b) -> slots -> a.at(slots) == b.at(slots)),
  DIFFERENT(
      "!=",
      BELOW | ABOVE,
      (a, b) -> slots -> a.at(slots) != b.at(slots),
      (a, b) -> slots -> a.at(slots) != b.at(slots)),
  LESS(
      "<",
      BELOW,
      (a, b) -> slots -> a.at(slots) < b.at(slots),
      (a, b) -> slots -> a.at(slots) < b.at(slots)),
  AT_MOST(
      "<=",
      BELOW | SAME,
      (a, b) -> slots -> a.at(slots) <= b.at(slots),
      (a, b) -> slots -> a.at(slots) <= b.at(slots)),
  GREATER(
      ">",
      ABOVE,
      (a, b) -> slots -> b.at(slots) < a.at(slots),
      (a, b) -> slots -> b.at(slots) < a.at(slots)),
  AT_LEAST(
      ">=",
      SAME | ABOVE,
      (a, b) -> slots -> b.at(slots) <= a.at(slots),
      (a, b) -> slots -> b.at(slots) <= a.at(slots));

  private final String symbol;
  private final int holds;

  final BiFunction<Node.IntegerCode, Node.IntegerCode, Node.TruthCode> integers;

  final BiFunction<Node.RealCode, Node.RealCode, Node.TruthCode> reals;

  Comparison(
      String symbol,
      int holds,
      BiFunction<Node.IntegerCode, Node.IntegerCode, Node.TruthCode> integers,
      BiFunction<Node.RealCode, Node.RealCode, Node.TruthCode> reals) {
    this.symbol = symbol;
    this.holds = holds;
    this.integers = integers;
    this.reals = reals;
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
