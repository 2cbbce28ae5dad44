package dev.evokernel.expr;

import java.util.List;

/**
 * Typed part of an expression. The code of a node is built once and evaluates the node on the slots
 * of a {@link Frame}.
 *
 * <p>Each type has its own code, so that evaluation neither boxes nor dispatches on types. Each
 * operator builds its own lambda, so that evaluation makes one call a node. A single kind of code
 * that asks its operator for the result took 1.2 times as long for the constraints of a matrix
 * product, and 1.6 times for {@code A % (16 * B) == 0}. A node that can fail keeps its text for the
 * message.
 */
public sealed interface Node {

  /** Code of an integer, or of a word: its index in the {@link Scope}, -1 for an undeclared one. */
  @FunctionalInterface
  interface IntegerCode {
    long at(long[] slots);
  }

  @FunctionalInterface
  interface RealCode {
    double at(long[] slots);
  }

  @FunctionalInterface
  interface TruthCode {
    boolean at(long[] slots);
  }

  /** Part that reads no name. The raw bits are those of {@link Scope#bits}. */
  record Constant(Value value, long raw) implements Node {
    static Constant of(double real) {
      return new Constant(Value.of(real), Double.doubleToRawLongBits(real));
    }

    static Constant of(boolean truth) {
      return new Constant(Value.of(truth), truth ? 1 : 0);
    }
  }

  record Name(Type type, int slot) implements Node {}

  /** Integer as a real. */
  record Widened(Node operand) implements Node {}

  /** Number from two numbers of its type. */
  record Operation(Type type, ArithmeticOperator operator, Node left, Node right, String text)
      implements Node {}

  record Conditional(Type type, Node condition, Node then, Node otherwise) implements Node {}

  record Not(Node operand) implements Node {}

  record Connected(Connective operator, Node left, Node right) implements Node {}

  /** Comparison of two parts of one type; booleans and words are only compared for equality. */
  record Compared(Comparison operator, Node left, Node right) implements Node {}

  /** Membership of an integer in a list of constants. */
  @SuppressWarnings("ArrayRecordComponent")
  record Member(Node operand, long[] values) implements Node {}

  default Type type() {
    return switch (this) {
      case Constant(Value value, _) -> value.type();
      case Widened _ -> Type.REAL;
      case Name(Type type, _) -> type;
      case Operation(Type type, _, _, _, _) -> type;
      case Conditional(Type type, _, _, _) -> type;
      case Not _, Connected _, Compared _, Member _ -> Type.BOOLEAN;
    };
  }

  /** Operands from left to right. */
  default List<Node> parts() {
    return switch (this) {
      case Constant _, Name _ -> List.of();
      case Widened(Node a) -> List.of(a);
      case Operation(_, _, Node a, Node b, _) -> List.of(a, b);
      case Conditional(_, Node a, Node b, Node c) -> List.of(a, b, c);
      case Not(Node a) -> List.of(a);
      case Connected(_, Node a, Node b) -> List.of(a, b);
      case Compared(_, Node a, Node b) -> List.of(a, b);
      case Member(Node a, _) -> List.of(a);
    };
  }

  /** Searches the node and its parts for a read of one of the slots. */
  default boolean reads(boolean... slots) {
    if (this instanceof Name(_, int slot)) {
      return slots[slot];
    }
    for (Node part : parts()) {
      if (part.reads(slots)) {
        return true;
      }
    }
    return false;
  }

  /** Code that evaluates to the bits of {@link Scope#bits}. */
  default IntegerCode bits() {
    return switch (type()) {
      case INTEGER, TEXT -> integer();
      case REAL -> {
        RealCode code = real();
        yield slots -> Double.doubleToRawLongBits(code.at(slots));
      }
      case BOOLEAN -> {
        TruthCode code = truth();
        yield slots -> code.at(slots) ? 1 : 0;
      }
    };
  }

  /** Code of an integer or a word. */
  default IntegerCode integer() {
    return switch (this) {
      case Constant(_, long bits) -> _ -> bits;
      case Name(_, int slot) -> slots -> slots[slot];
      case Operation(_, var operator, Node left, Node right, String text) ->
          operator.integerCode(left.integer(), right.integer(), text);
      case Conditional(_, Node condition, Node then, Node otherwise) -> {
        TruthCode test = condition.truth();
        IntegerCode a = then.integer();
        IntegerCode b = otherwise.integer();
        yield slots -> test.at(slots) ? a.at(slots) : b.at(slots);
      }
      case Widened _, Not _, Connected _, Compared _, Member _ ->
          throw new IllegalStateException(this + " is no integer.");
    };
  }

  /** Code of a finite real; any other result is an {@link ArithmeticException}. */
  default RealCode real() {
    return switch (this) {
      case Constant(_, long bits) -> {
        double value = Double.longBitsToDouble(bits);
        yield _ -> value;
      }
      case Name(_, int slot) -> slots -> Double.longBitsToDouble(slots[slot]);
      case Widened(Node operand) -> {
        IntegerCode integer = operand.integer();
        yield slots -> integer.at(slots);
      }
      case Operation(_, var operator, Node left, Node right, String text) ->
          operator.realCode(left.real(), right.real(), text);
      case Conditional(_, Node condition, Node then, Node otherwise) -> {
        TruthCode test = condition.truth();
        RealCode a = then.real();
        RealCode b = otherwise.real();
        yield slots -> test.at(slots) ? a.at(slots) : b.at(slots);
      }
      case Not _, Connected _, Compared _, Member _ ->
          throw new IllegalStateException(this + " is no real.");
    };
  }

  default TruthCode truth() {
    return switch (this) {
      case Constant(_, long bits) -> _ -> bits != 0;
      case Name(_, int slot) -> slots -> slots[slot] != 0;
      case Not(Node operand) -> {
        TruthCode a = operand.truth();
        yield slots -> !a.at(slots);
      }
      case Connected(Connective operator, Node left, Node right) ->
          operator.code.apply(left.truth(), right.truth());
      case Conditional(_, Node condition, Node then, Node otherwise) -> {
        TruthCode test = condition.truth();
        TruthCode a = then.truth();
        TruthCode b = otherwise.truth();
        yield slots -> test.at(slots) ? a.at(slots) : b.at(slots);
      }
      case Compared(Comparison operator, Node left, Node right) ->
          switch (left.type()) {
            case INTEGER -> operator.integers.apply(left.integer(), right.integer());
            case REAL -> operator.reals.apply(left.real(), right.real());
            case BOOLEAN -> {
              TruthCode a = left.truth();
              TruthCode b = right.truth();
              yield slots -> a.at(slots) == b.at(slots);
            }
            case TEXT -> {
              IntegerCode a = left.integer();
              IntegerCode b = right.integer();
              yield slots -> {
                long word = a.at(slots);
                return word >= 0 && word == b.at(slots);
              };
            }
          };
      case Member(Node operand, long[] values) -> {
        IntegerCode integer = operand.integer();
        yield slots -> contains(values, integer.at(slots));
      }
      case Widened _, Operation _ -> throw new IllegalStateException(this + " is no boolean.");
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
