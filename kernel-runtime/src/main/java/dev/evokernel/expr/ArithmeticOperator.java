package dev.evokernel.expr;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operators and functions on numbers; a single operand is the right one. Without a form for
 * integers, integers are widened to reals. Without a form for reals, reals are rejected.
 */
@SuppressWarnings("ImmutableEnumChecker")
public // The lambdas capture nothing.
enum ArithmeticOperator implements Operator {
  SUM(
      Level.SUM,
      "+",
      (a, b, part) -> slots -> Checked.sum(a.at(slots), b.at(slots), part),
      IntegerBounds::sum,
      (a, b, part) -> slots -> Checked.finite(a.at(slots) + b.at(slots), part),
      (right, l, h) -> right.finite(l + right.low, h + right.high)),
  DIFFERENCE(
      Level.SUM,
      "-",
      (a, b, part) -> slots -> Checked.difference(a.at(slots), b.at(slots), part),
      IntegerBounds::difference,
      (a, b, part) -> slots -> Checked.finite(a.at(slots) - b.at(slots), part),
      (right, l, h) -> right.finite(l - right.high, h - right.low)),
  PRODUCT(
      Level.PRODUCT,
      "*",
      (a, b, part) -> slots -> Checked.product(a.at(slots), b.at(slots), part),
      IntegerBounds::product,
      (a, b, part) -> slots -> Checked.finite(a.at(slots) * b.at(slots), part),
      RealBounds::product),
  RATIO(
      Level.PRODUCT,
      "/",
      null,
      null,
      (a, b, part) -> slots -> Checked.ratio(a.at(slots), b.at(slots), part),
      RealBounds::ratio),
  QUOTIENT(
      Level.PRODUCT,
      "//",
      (a, b, part) -> slots -> Checked.quotient(a.at(slots), b.at(slots), part),
      (right, l, h) -> right.quotient(l, h, Math::floorDiv),
      (a, b, part) -> slots -> Checked.quotient(a.at(slots), b.at(slots), part),
      (right, _, _) -> right.unknown()),
  REMAINDER(
      Level.PRODUCT,
      "%",
      (a, b, part) -> slots -> Checked.remainder(a.at(slots), b.at(slots), part),
      IntegerBounds::remainder,
      (a, b, part) -> slots -> Checked.remainder(a.at(slots), b.at(slots), part),
      RealBounds::remainder),
  NEGATION(
      Level.SIGN,
      "-",
      (_, b, part) -> slots -> Checked.difference(0, b.at(slots), part),
      (right, _, _) -> right.difference(0, 0),
      (_, b, _) -> slots -> -b.at(slots),
      (right, _, _) -> right.set(-right.high, -right.low)),
  POWER(
      Level.POWER,
      "**",
      (a, b, part) -> slots -> Checked.power(a.at(slots), b.at(slots), part),
      IntegerBounds::power,
      (a, b, part) -> slots -> Checked.finite(Math.pow(a.at(slots), b.at(slots)), part),
      (right, _, _) -> right.unknown()),
  ABSOLUTE(
      Level.CALL_OF_ONE,
      "abs",
      (_, b, part) -> slots -> Checked.absolute(b.at(slots), part),
      (right, _, _) -> right.absolute(),
      (_, b, _) -> slots -> Math.abs(b.at(slots)),
      (right, _, _) -> right.absolute()),
  LOG2(
      Level.CALL_OF_ONE,
      "log2",
      null,
      null,
      (_, b, part) -> slots -> Checked.log2(b.at(slots), part),
      (right, _, _) -> right.unknown()),
  CEILING_QUOTIENT(
      Level.CALL_OF_TWO,
      "ceil_div",
      (a, b, part) -> slots -> Checked.ceilingQuotient(a.at(slots), b.at(slots), part),
      (right, l, h) -> right.quotient(l, h, Math::ceilDiv),
      null,
      null),
  MINIMUM(
      Level.CALL_OF_MANY,
      "min",
      (a, b, _) -> slots -> Math.min(a.at(slots), b.at(slots)),
      (right, l, h) -> right.set(Math.min(l, right.low), Math.min(h, right.high)),
      (a, b, _) -> slots -> Math.min(a.at(slots), b.at(slots)),
      (right, l, h) -> right.set(Math.min(l, right.low), Math.min(h, right.high))),
  MAXIMUM(
      Level.CALL_OF_MANY,
      "max",
      (a, b, _) -> slots -> Math.max(a.at(slots), b.at(slots)),
      (right, l, h) -> right.set(Math.max(l, right.low), Math.max(h, right.high)),
      (a, b, _) -> slots -> Math.max(a.at(slots), b.at(slots)),
      (right, l, h) -> right.set(Math.max(l, right.low), Math.max(h, right.high)));

  /** Combines the code of two operands; {@code part} is their text, for errors. */
  @FunctionalInterface
  interface Code<C> {
    C of(C left, C right, String part);
  }

  private final Level level;
  private final String symbol;
  private final @Nullable Code<Node.IntegerCode> integers;
  private final IntegerBounds.@Nullable Rule integerBounds;
  private final @Nullable Code<Node.RealCode> reals;
  private final RealBounds.@Nullable Rule realBounds;

  ArithmeticOperator(
      Level level,
      String symbol,
      @Nullable Code<Node.IntegerCode> integers,
      IntegerBounds.@Nullable Rule integerBounds,
      @Nullable Code<Node.RealCode> reals,
      RealBounds.@Nullable Rule realBounds) {
    this.level = level;
    this.symbol = symbol;
    this.integers = integers;
    this.integerBounds = integerBounds;
    this.reals = reals;
    this.realBounds = realBounds;
  }

  @Override
  public Level level() {
    return level;
  }

  @Override
  public List<String> spellings() {
    return List.of(symbol);
  }

  boolean hasIntegers() {
    return integers != null;
  }

  boolean hasReals() {
    return reals != null;
  }

  Node.IntegerCode integerCode(Node.IntegerCode left, Node.IntegerCode right, String part) {
    return requireNonNull(integers).of(left, right, part);
  }

  Node.RealCode realCode(Node.RealCode left, Node.RealCode right, String part) {
    return requireNonNull(reals).of(left, right, part);
  }

  void bound(IntegerBounds right, long l, long h) {
    requireNonNull(integerBounds).of(right, l, h);
  }

  void bound(RealBounds right, double l, double h) {
    requireNonNull(realBounds).of(right, l, h);
  }
}
