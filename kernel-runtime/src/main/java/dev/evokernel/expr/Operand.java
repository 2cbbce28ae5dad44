package dev.evokernel.expr;

/** Node and its place in the text, parentheses included. */
record Operand(Node node, int start, int end) {

  Type type() {
    return node.type();
  }

  String in(String text) {
    return text.substring(start, end);
  }
}
