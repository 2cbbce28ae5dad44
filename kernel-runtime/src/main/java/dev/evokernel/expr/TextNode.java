package dev.evokernel.expr;

/**
 * A part whose value is a word, as its index in the {@link Scope}; -1 is a word nobody declared.
 */
sealed interface TextNode extends Node {

  long at(long[] slots);

  record Constant(String word, long index) implements TextNode {
    @Override
    public long at(long[] slots) {
      return index;
    }
  }

  record Name(int slot) implements TextNode {
    @Override
    public long at(long[] slots) {
      return slots[slot];
    }
  }

  record Conditional(TruthNode condition, TextNode then, TextNode otherwise) implements TextNode {
    @Override
    public long at(long[] slots) {
      return condition.at(slots) ? then.at(slots) : otherwise.at(slots);
    }
  }
}
