package dev.evokernel.expr;

import java.util.List;

/** Types the calls of the few functions that there are. */
final class Functions {

  static final List<String> NAMES = List.of("abs", "ceil_div", "log2", "max", "min");

  private final Typing typing;

  Functions(Typing typing) {
    this.typing = typing;
  }

  Operand call(Token name, List<Operand> arguments, int end) {
    String function = name.text();
    if (!NAMES.contains(function)) {
      throw typing.error(
          name.start(),
          name.end(),
          "unknown function '" + function + "'",
          Spelling.advice(function, NAMES));
    }
    int count = arguments.size();
    boolean right =
        switch (function) {
          case "min", "max" -> count >= 2;
          case "ceil_div" -> count == 2;
          default -> count == 1;
        };
    if (!right) {
      throw typing.error(
          name.start(),
          end,
          "'" + function + "' got " + count + (count == 1 ? " argument" : " arguments"),
          switch (function) {
            case "min", "max" -> "It takes two or more: " + function + "(a, b).";
            case "ceil_div" -> "It takes two: ceil_div(a, b).";
            default -> "It takes one: " + function + "(x).";
          });
    }
    arguments.forEach(argument -> typing.number("'" + function + "'", argument));
    String part = typing.text(name.start(), end);
    Operand first = arguments.getFirst();
    return switch (function) {
      case "abs" ->
          typing.made(
              first.node() instanceof IntegerNode integer
                  ? new IntegerNode.Absolute(integer, part)
                  : new RealNode.Absolute(Typing.widened(first.node())),
              name.start(),
              end,
              first);
      case "log2" ->
          typing.made(
              new RealNode.Log2(Typing.widened(first.node()), part), name.start(), end, first);
      case "ceil_div" -> ceilingQuotient(name, first, arguments.get(1), end);
      default -> extremum(function.equals("min"), name.start(), end, arguments);
    };
  }

  private Operand ceilingQuotient(Token name, Operand left, Operand right, int end) {
    for (Operand operand : List.of(left, right)) {
      if (operand.type() != Type.INTEGER) {
        throw typing.error(
            operand, "'ceil_div' needs integers, and " + typing.described(operand), "");
      }
    }
    var node =
        new IntegerNode.CeilingQuotient(
            (IntegerNode) left.node(), (IntegerNode) right.node(), typing.text(name.start(), end));
    return typing.made(node, name.start(), end, left, right);
  }

  private Operand extremum(boolean least, int start, int end, List<Operand> arguments) {
    Node node;
    if (arguments.stream().allMatch(argument -> argument.type() == Type.INTEGER)) {
      node =
          arguments.stream()
              .map(argument -> (IntegerNode) argument.node())
              .reduce(
                  least
                      ? (a, b) -> new IntegerNode.Minimum(a, b)
                      : (a, b) -> new IntegerNode.Maximum(a, b))
              .orElseThrow();
    } else {
      node =
          arguments.stream()
              .map(argument -> Typing.widened(argument.node()))
              .reduce(
                  least
                      ? (a, b) -> new RealNode.Minimum(a, b)
                      : (a, b) -> new RealNode.Maximum(a, b))
              .orElseThrow();
    }
    return typing.made(node, start, end, arguments.toArray(Operand[]::new));
  }
}
