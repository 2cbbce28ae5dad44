package dev.evokernel.expr;

/**
 * A part whose value is a word, as its index in the {@link Scope}; -1 is a word that is not
 * declared.
 */
sealed interface TextNode extends Node {

  record Constant(String word, long index) implements TextNode {}

  record Name(int slot) implements TextNode {}

  record Conditional(TruthNode condition, TextNode then, TextNode otherwise) implements TextNode {}

  /** The same choice among the indices. */
  default IntegerNode asInteger() {
    return switch (this) {
      case Constant(_, long index) -> new IntegerNode.Constant(index);
      case Name(int slot) -> new IntegerNode.Name(slot);
      case Conditional(TruthNode condition, TextNode then, TextNode otherwise) ->
          new IntegerNode.Conditional(condition, then.asInteger(), otherwise.asInteger());
    };
  }
}
