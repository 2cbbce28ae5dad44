package dev.evokernel.expr;

import dev.evokernel.expr.value.Type;
import java.util.ArrayList;
import java.util.List;

/** Typing rules of comparisons and {@code in}. */
record Comparisons(Typing typing) {

  Operand comparison(Comparison operator, Operand left, Operand right) {
    String user = "'" + operator.symbol() + "'";
    if (operator.isOrder()) {
      typing.number(user, left);
      typing.number(user, right);
    }
    TruthNode node = compared(operator, user, left, right);
    return typing.made(node, left.start(), right.end(), List.of(left, right));
  }

  private TruthNode compared(Comparison operator, String user, Operand left, Operand right) {
    return switch (left.node()) {
      case TruthNode a when right.node() instanceof TruthNode b ->
          equal(operator, new TruthNode.SameTruth(a, b));
      case TextNode _ when right.node() instanceof TextNode ->
          equal(
              operator,
              new TruthNode.SameText(
                  typing.known(left, typing.text(right)).asInteger(),
                  typing.known(right, typing.text(left)).asInteger()));
      case IntegerNode a when right.node() instanceof IntegerNode b ->
          new TruthNode.Integers(operator, a, b);
      case Node a when a.type().isNumber() && right.type().isNumber() ->
          new TruthNode.Reals(operator, Typing.widened(a), Typing.widened(right.node()));
      default ->
          throw typing.error(
              right,
              user
                  + " compares one type, but "
                  + typing.described(left)
                  + ", "
                  + typing.described(right),
              left.type() == Type.TEXT || right.type() == Type.TEXT
                  ? "Write words in quotes."
                  : "");
    };
  }

  private static TruthNode equal(Comparison operator, TruthNode same) {
    return operator == Comparison.EQUAL ? same : new TruthNode.Not(same);
  }

  Operand member(Operand operand, List<Operand> elements, boolean negated, int end) {
    TruthNode node =
        elements.stream()
            .map(element -> compared(Comparison.EQUAL, "'in'", operand, element))
            .reduce((a, b) -> new TruthNode.Connected(Connective.OR, a, b))
            .orElseGet(() -> new TruthNode.Constant(false));
    if (operand.node() instanceof IntegerNode integer
        && elements.stream().allMatch(element -> element.node() instanceof IntegerNode.Constant)) {
      node =
          TruthNode.Member.of(
              integer,
              elements.stream().map(e -> ((IntegerNode.Constant) e.node()).value()).toList());
    }
    var parts = new ArrayList<>(elements);
    parts.add(operand);
    return typing.made(negated ? new TruthNode.Not(node) : node, operand.start(), end, parts);
  }
}
