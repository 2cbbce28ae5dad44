package dev.evokernel.expr;

import java.util.List;

/** Types {@code ==}, {@code <} and their kin, and {@code in}. */
final class Comparisons {

  private final Typing typing;

  Comparisons(Typing typing) {
    this.typing = typing;
  }

  Operand comparison(Token operator, Operand left, Operand right) {
    String symbol = operator.text();
    TruthNode same = same(symbol, left, right);
    TruthNode node =
        switch (symbol) {
          case "==" -> same;
          case "!=" -> new TruthNode.Not(same);
          case "<" -> less(left, right);
          case ">" -> less(right, left);
          case "<=" -> atMost(left, right);
          case ">=" -> atMost(right, left);
          default -> throw new IllegalArgumentException(symbol);
        };
    return typing.made(node, left.start(), right.end(), left, right);
  }

  private static TruthNode less(Operand left, Operand right) {
    return left.node() instanceof IntegerNode a && right.node() instanceof IntegerNode b
        ? new TruthNode.LessInteger(a, b)
        : new TruthNode.LessReal(Typing.widened(left.node()), Typing.widened(right.node()));
  }

  private static TruthNode atMost(Operand left, Operand right) {
    return left.node() instanceof IntegerNode a && right.node() instanceof IntegerNode b
        ? new TruthNode.AtMostInteger(a, b)
        : new TruthNode.AtMostReal(Typing.widened(left.node()), Typing.widened(right.node()));
  }

  /** Checks that both sides go with the operator, and makes their equality. */
  private TruthNode same(String symbol, Operand left, Operand right) {
    boolean ordered = symbol.startsWith("<") || symbol.startsWith(">");
    if (ordered) {
      typing.number("'" + symbol + "'", left);
      typing.number("'" + symbol + "'", right);
    }
    return switch (left.node()) {
      case TruthNode a when right.node() instanceof TruthNode b -> new TruthNode.SameTruth(a, b);
      case TextNode _ when right.node() instanceof TextNode ->
          new TruthNode.SameText(
              typing.known(left, typing.text(right)), typing.known(right, typing.text(left)));
      case IntegerNode a when right.node() instanceof IntegerNode b ->
          new TruthNode.SameInteger(a, b);
      case Node a when a.type().isNumber() && right.type().isNumber() ->
          new TruthNode.SameReal(Typing.widened(a), Typing.widened(right.node()));
      default ->
          throw typing.error(
              right,
              "'"
                  + symbol
                  + "' compares one type, and "
                  + typing.described(left)
                  + ", "
                  + typing.described(right),
              left.type() == Type.TEXT || right.type() == Type.TEXT
                  ? "Words are written in quotes."
                  : "");
    };
  }

  Operand member(Operand operand, List<Operand> elements, boolean negated, int end) {
    TruthNode node = new TruthNode.Constant(false);
    for (Operand element : elements) {
      TruthNode same = same("in", operand, element);
      node = node instanceof TruthNode.Constant ? same : new TruthNode.Or(node, same);
    }
    if (operand.node() instanceof IntegerNode integer
        && elements.stream().allMatch(element -> element.node() instanceof IntegerNode.Constant)) {
      node =
          TruthNode.Member.of(
              integer,
              elements.stream().map(e -> ((IntegerNode.Constant) e.node()).value()).toList());
    }
    var parts = new Operand[elements.size() + 1];
    elements.toArray(parts);
    parts[elements.size()] = operand;
    return typing.made(negated ? new TruthNode.Not(node) : node, operand.start(), end, parts);
  }
}
