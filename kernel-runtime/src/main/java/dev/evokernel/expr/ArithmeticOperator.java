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
      (a, b, part) -> Checked.finite(a + b, part),
      (right, l, h) -> right.finite(l + right.low, h + right.high)),
  DIFFERENCE(
      Level.SUM,
      "-",
      (a, b, part) -> slots -> Checked.difference(a.at(slots), b.at(slots), part),
      IntegerBounds::difference,
      (a, b, part) -> Checked.finite(a - b, part),
      (right, l, h) -> right.finite(l - right.high, h - right.low)),
  PRODUCT(
      Level.PRODUCT,
      "*",
      (a, b, part) -> slots -> Checked.product(a.at(slots), b.at(slots), part),
      IntegerBounds::product,
      (a, b, part) -> Checked.finite(a * b, part),
      RealBounds::product),
  RATIO(Level.PRODUCT, "/", null, null, Checked::ratio, RealBounds::ratio),
  QUOTIENT(
      Level.PRODUCT,
      "//",
      (a, b, part) -> slots -> Checked.quotient(a.at(slots), b.at(slots), part),
      (right, l, h) -> right.quotient(l, h, Math::floorDiv),
      Checked::quotient,
      (right, _, _) -> right.unknown()),
  REMAINDER(
      Level.PRODUCT,
      "%",
      (a, b, part) -> slots -> Checked.remainder(a.at(slots), b.at(slots), part),
      IntegerBounds::remainder,
      Checked::remainder,
      RealBounds::remainder),
  NEGATION(
      Level.SIGN,
      "-",
      (_, b, part) -> slots -> Checked.difference(0, b.at(slots), part),
      (right, _, _) -> right.difference(0, 0),
      (_, b, _) -> -b,
      (right, _, _) -> right.set(-right.high, -right.low)),
  POWER(
      Level.POWER,
      "**",
      (a, b, part) -> slots -> Checked.power(a.at(slots), b.at(slots), part),
      IntegerBounds::power,
      (a, b, part) -> Checked.finite(Math.pow(a, b), part),
      (right, _, _) -> right.unknown()),
  ABSOLUTE(
      Level.CALL_OF_ONE,
      "abs",
      (_, b, part) -> slots -> Checked.absolute(b.at(slots), part),
      (right, _, _) -> right.absolute(),
      (_, b, _) -> Math.abs(b),
      (right, _, _) -> right.absolute()),
  LOG2(
      Level.CALL_OF_ONE,
      "log2",
      null,
      null,
      (_, b, part) -> Checked.log2(b, part),
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
      (a, b, _) -> Math.min(a, b),
      (right, l, h) -> right.set(Math.min(l, right.low), Math.min(h, right.high))),
  MAXIMUM(
      Level.CALL_OF_MANY,
      "max",
      (a, b, _) -> slots -> Math.max(a.at(slots), b.at(slots)),
      (right, l, h) -> right.set(Math.max(l, right.low), Math.max(h, right.high)),
      (a, b, _) -> Math.max(a, b),
      (right, l, h) -> right.set(Math.max(l, right.low), Math.max(h, right.high)));

  /** Combines the code of two operands; {@code part} is their text, for errors. */
  @FunctionalInterface
  interface OnIntegers {
    Node.Code of(Node.Code left, Node.Code right, String part);
  }

  @FunctionalInterface
  interface OnReals {
    double of(double left, double right, String part);
  }

  private final Level level;
  private final String symbol;
  private final @Nullable OnIntegers integers;
  private final IntegerBounds.@Nullable Rule integerBounds;
  private final @Nullable OnReals reals;
  private final RealBounds.@Nullable Rule realBounds;

  ArithmeticOperator(
      Level level,
      String symbol,
      @Nullable OnIntegers integers,
      IntegerBounds.@Nullable Rule integerBounds,
      @Nullable OnReals reals,
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

  Node.Code code(Type type, Node.Code left, Node.Code right, String part) {
    if (type == Type.INTEGER) {
      return requireNonNull(integers).of(left, right, part);
    }
    OnReals operation = requireNonNull(reals);
    return slots ->
        Double.doubleToRawLongBits(
            operation.of(
                Double.longBitsToDouble(left.at(slots)),
                Double.longBitsToDouble(right.at(slots)),
                part));
  }

  void bound(IntegerBounds right, long l, long h) {
    requireNonNull(integerBounds).of(right, l, h);
  }

  void bound(RealBounds right, double l, double h) {
    requireNonNull(realBounds).of(right, l, h);
  }
}
