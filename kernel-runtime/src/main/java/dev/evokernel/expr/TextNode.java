package dev.evokernel.expr;

/** Part with a word as its value: an index in the {@link Scope}, or -1 for an undeclared word. */
public sealed interface TextNode extends Node {

  record Constant(String word, long index) implements TextNode {}

  record Name(int slot) implements TextNode {}

  record Conditional(TruthNode condition, TextNode then, TextNode otherwise) implements TextNode {}

  /** Node for the index of the word. */
  default IntegerNode asInteger() {
    return switch (this) {
      case Constant(_, long index) -> new IntegerNode.Constant(index);
      case Name(int slot) -> new IntegerNode.Name(slot);
      case Conditional(TruthNode condition, TextNode then, TextNode otherwise) ->
          new IntegerNode.Conditional(condition, then.asInteger(), otherwise.asInteger());
    };
  }
}
