package dev.evokernel.expr;

import java.util.List;

/** Part with a boolean as its value. */
public sealed interface TruthNode extends Node {

  @FunctionalInterface
  interface Code {
    boolean at(long[] slots);
  }

  record Constant(boolean value) implements TruthNode {}

  record Name(int slot) implements TruthNode {}

  record Not(TruthNode operand) implements TruthNode {}

  record Connected(Connective operator, TruthNode left, TruthNode right) implements TruthNode {}

  record Conditional(TruthNode condition, TruthNode then, TruthNode otherwise)
      implements TruthNode {}

  record Integers(Comparison operator, IntegerNode left, IntegerNode right) implements TruthNode {}

  record Reals(Comparison operator, RealNode left, RealNode right) implements TruthNode {}

  record SameTruth(TruthNode left, TruthNode right) implements TruthNode {}

  /** Equality of two words, by index. */
  record SameText(IntegerNode left, IntegerNode right) implements TruthNode {}

  /** Membership of an integer in a list of constants. */
  @SuppressWarnings("ArrayRecordComponent")
  record Member(IntegerNode operand, long[] values) implements TruthNode {
    static Member of(IntegerNode operand, List<Long> values) {
      return new Member(operand, values.stream().mapToLong(Long::longValue).toArray());
    }
  }

  default Code code() {
    return switch (this) {
      case Constant(boolean value) -> _ -> value;
      case Name(int slot) -> slots -> slots[slot] != 0;
      case Not(TruthNode operand) -> {
        Code a = operand.code();
        yield slots -> !a.at(slots);
      }
      case Connected(Connective operator, TruthNode left, TruthNode right) ->
          operator.code.apply(left.code(), right.code());
      case Conditional(TruthNode condition, TruthNode then, TruthNode otherwise) -> {
        Code test = condition.code();
        Code a = then.code();
        Code b = otherwise.code();
        yield slots -> test.at(slots) ? a.at(slots) : b.at(slots);
      }
      case Integers(Comparison operator, IntegerNode left, IntegerNode right) ->
          operator.integers.apply(left.code(), right.code());
      case Reals(Comparison operator, RealNode left, RealNode right) ->
          operator.reals.apply(left.code(), right.code());
      case SameTruth(TruthNode left, TruthNode right) -> {
        Code a = left.code();
        Code b = right.code();
        yield slots -> a.at(slots) == b.at(slots);
      }
      case SameText(IntegerNode left, IntegerNode right) -> {
        IntegerNode.Code a = left.code();
        IntegerNode.Code b = right.code();
        yield slots -> {
          long word = a.at(slots);
          return word >= 0 && word == b.at(slots);
        };
      }
      case Member(IntegerNode operand, long[] values) -> {
        IntegerNode.Code integer = operand.code();
        yield slots -> contains(values, integer.at(slots));
      }
    };
  }

  private static boolean contains(long[] values, long value) {
    for (long candidate : values) {
      if (candidate == value) {
        return true;
      }
    }
    return false;
  }
}
