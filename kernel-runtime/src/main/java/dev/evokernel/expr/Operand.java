package dev.evokernel.expr;

/** A node and where it stands in the text, parentheses included. */
record Operand(Node node, int start, int end) {

  Type type() {
    return node.type();
  }

  String in(String text) {
    return text.substring(start, end);
  }
}
