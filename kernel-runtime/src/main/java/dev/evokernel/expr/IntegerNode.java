package dev.evokernel.expr;

import dev.evokernel.expr.value.EvaluationException;

/** Part with a 64-bit integer as its value; an overflow is an {@link EvaluationException}. */
public sealed interface IntegerNode extends Node {

  @FunctionalInterface
  interface Code {
    long at(long[] slots);
  }

  record Constant(long value) implements IntegerNode {}

  record Name(int slot) implements IntegerNode {}

  record Operation(ArithmeticOperator operator, IntegerNode left, IntegerNode right, String text)
      implements IntegerNode {}

  record Conditional(TruthNode condition, IntegerNode then, IntegerNode otherwise)
      implements IntegerNode {}

  default Code code() {
    return switch (this) {
      case Constant(long value) -> _ -> value;
      case Name(int slot) -> slots -> slots[slot];
      case Operation(var operator, var left, var right, var text) ->
          operator.integerCode(left.code(), right.code(), text);
      case Conditional(TruthNode condition, IntegerNode then, IntegerNode otherwise) -> {
        TruthNode.Code test = condition.code();
        Code a = then.code();
        Code b = otherwise.code();
        yield slots -> test.at(slots) ? a.at(slots) : b.at(slots);
      }
    };
  }
}
