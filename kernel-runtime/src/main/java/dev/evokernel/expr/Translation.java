package dev.evokernel.expr;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes an expression in another language. Everything stands in parentheses of its own. */
final class Translation {

  private final Dialect dialect;
  private final Scope scope;
  private final Map<String, Value> known;
  private final Map<String, String> names;

  /**
   * @param known values of names, which are written as constants
   * @param names how the program calls the others
   */
  Translation(Dialect dialect, Scope scope, Map<String, Value> known, Map<String, String> names) {
    this.dialect = dialect;
    this.scope = scope;
    this.known = known;
    this.names = names;
  }

  String of(Node node) {
    return switch (node) {
      case IntegerNode integer -> integer(integer);
      case RealNode real -> real(real);
      case TruthNode truth -> truth(truth);
      case TextNode _ -> throw new IllegalArgumentException("A word is no value of a program.");
    };
  }

  private String integer(IntegerNode node) {
    return switch (node) {
      case IntegerNode.Constant(long value) -> dialect.integer(value);
      case IntegerNode.Name(int slot) -> name(slot);
      case IntegerNode.Operation(
              ArithmeticOperator operator,
              IntegerNode left,
              IntegerNode right,
              String _) ->
          dialect.integers(operator, integer(left), integer(right));
      case IntegerNode.Conditional(TruthNode condition, IntegerNode then, IntegerNode otherwise) ->
          dialect.conditional(truth(condition), integer(then), integer(otherwise));
    };
  }

  private String real(RealNode node) {
    return switch (node) {
      case RealNode.Constant(double value) -> dialect.real(value);
      case RealNode.Name(int slot) -> name(slot);
      case RealNode.OfInteger(IntegerNode operand) -> dialect.widened(integer(operand));
      case RealNode.Operation(
              ArithmeticOperator operator,
              RealNode left,
              RealNode right,
              String _) ->
          dialect.reals(operator, real(left), real(right));
      case RealNode.Conditional(TruthNode condition, RealNode then, RealNode otherwise) ->
          dialect.conditional(truth(condition), real(then), real(otherwise));
    };
  }

  private String truth(TruthNode node) {
    return switch (node) {
      case TruthNode.Constant(boolean value) -> dialect.truth(value);
      case TruthNode.Name(int slot) -> name(slot);
      case TruthNode.Not(TruthNode operand) -> dialect.not(truth(operand));
      case TruthNode.Connected(Connective operator, TruthNode left, TruthNode right) ->
          between(truth(left), dialect.connective(operator), truth(right));
      case TruthNode.Conditional(TruthNode condition, TruthNode then, TruthNode otherwise) ->
          dialect.conditional(truth(condition), truth(then), truth(otherwise));
      case TruthNode.Integers(Comparison operator, IntegerNode left, IntegerNode right) ->
          between(integer(left), operator.symbol(), integer(right));
      case TruthNode.Reals(Comparison operator, RealNode left, RealNode right) ->
          between(real(left), operator.symbol(), real(right));
      case TruthNode.SameTruth(TruthNode left, TruthNode right) ->
          between(truth(left), "==", truth(right));
      case TruthNode.SameText(IntegerNode left, IntegerNode right) ->
          between(integer(left), "==", integer(right));
      case TruthNode.Member(IntegerNode operand, long[] values) ->
          Arrays.stream(values)
              .mapToObj(value -> between(integer(operand), "==", dialect.integer(value)))
              .collect(Collectors.joining(" " + dialect.connective(Connective.OR) + " ", "(", ")"));
    };
  }

  private static String between(String left, String operator, String right) {
    return "(" + left + " " + operator + " " + right + ")";
  }

  private String name(int slot) {
    String name = scope.names().get(slot);
    Value value = known.get(name);
    if (value != null) {
      return switch (value) {
        case Value.IntegerValue(long integer) -> dialect.integer(integer);
        case Value.RealValue(double real) -> dialect.real(real);
        case Value.BooleanValue(boolean truth) -> dialect.truth(truth);
        case Value.TextValue _ -> dialect.integer(scope.bits(value));
      };
    }
    String text = names.get(name);
    if (text == null) {
      throw new IllegalArgumentException("No value and no name is given for '" + name + "'.");
    }
    return text;
  }
}
