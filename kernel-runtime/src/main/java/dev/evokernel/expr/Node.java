package dev.evokernel.expr;

import java.util.List;

/**
 * Typed part of an expression. The code of a node is built once and evaluates the node on the slots
 * of a {@link Frame}.
 *
 * <p>Operators on integers build their own lambdas, so that evaluation makes one call a node. A
 * code that asks its operator for the result took 1.2 times as long for the constraints of a matrix
 * product, and 1.6 times for {@code A % (16 * B) == 0}. A node that can fail keeps its text for the
 * message.
 */
public sealed interface Node {

  /** Evaluates a part to the bits of {@link Scope#bits}. */
  @FunctionalInterface
  interface Code {
    long at(long[] slots);
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

  default Code code() {
    return switch (this) {
      case Constant(_, long bits) -> _ -> bits;
      case Name(_, int slot) -> slots -> slots[slot];
      case Widened(Node operand) -> {
        Code integer = operand.code();
        yield slots -> Double.doubleToRawLongBits((double) integer.at(slots));
      }
      case Operation(Type type, var operator, Node left, Node right, String text) ->
          operator.code(type, left.code(), right.code(), text);
      case Conditional(_, Node condition, Node then, Node otherwise) -> {
        Code test = condition.code();
        Code a = then.code();
        Code b = otherwise.code();
        yield slots -> test.at(slots) != 0 ? a.at(slots) : b.at(slots);
      }
      case Not(Node operand) -> {
        Code a = operand.code();
        yield slots -> 1 - a.at(slots);
      }
      case Connected(Connective operator, Node left, Node right) ->
          operator.code.apply(left.code(), right.code());
      case Compared(Comparison operator, Node left, Node right) ->
          operator.code(left.type(), left.code(), right.code());
      case Member(Node operand, long[] values) -> {
        Code integer = operand.code();
        yield slots -> contains(values, integer.at(slots)) ? 1 : 0;
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
