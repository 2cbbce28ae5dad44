package dev.evokernel.expr;

/**
 * A typed part of an expression, evaluated on the slots of a {@link Frame}.
 *
 * <p>The types have trees of their own, so that evaluation neither boxes nor asks for a type. A
 * node that can fail keeps its own text for the message.
 */
sealed interface Node permits IntegerNode, RealNode, TruthNode, TextNode {

  default Type type() {
    return switch (this) {
      case IntegerNode _ -> Type.INTEGER;
      case RealNode _ -> Type.REAL;
      case TruthNode _ -> Type.BOOLEAN;
      case TextNode _ -> Type.TEXT;
    };
  }

  default boolean isConstant() {
    return switch (this) {
      case IntegerNode.Constant _, RealNode.Constant _, TruthNode.Constant _ -> true;
      case TextNode.Constant _ -> true;
      default -> false;
    };
  }
}
