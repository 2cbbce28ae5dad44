package dev.evokernel.expr;

import dev.evokernel.expr.value.EvaluationException;

/** Part with a finite double as its value; any other result is an {@link EvaluationException}. */
public sealed interface RealNode extends Node {

  @FunctionalInterface
  interface Code {
    double at(long[] slots);
  }

  record Constant(double value) implements RealNode {}

  record Name(int slot) implements RealNode {}

  record OfInteger(IntegerNode operand) implements RealNode {}

  record Operation(ArithmeticOperator operator, RealNode left, RealNode right, String text)
      implements RealNode {}

  record Conditional(TruthNode condition, RealNode then, RealNode otherwise) implements RealNode {}

  default Code code() {
    return switch (this) {
      case Constant(double value) -> _ -> value;
      case Name(int slot) -> slots -> Double.longBitsToDouble(slots[slot]);
      case OfInteger(IntegerNode operand) -> {
        IntegerNode.Code integer = operand.code();
        yield slots -> integer.at(slots);
      }
      case Operation(ArithmeticOperator operator, RealNode left, RealNode right, String text) ->
          operator.realCode(left.code(), right.code(), text);
      case Conditional(TruthNode condition, RealNode then, RealNode otherwise) -> {
        TruthNode.Code test = condition.code();
        Code a = then.code();
        Code b = otherwise.code();
        yield slots -> test.at(slots) ? a.at(slots) : b.at(slots);
      }
    };
  }
}
