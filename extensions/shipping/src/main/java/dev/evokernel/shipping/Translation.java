package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.Comparison;
import dev.evokernel.expr.Connective;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.IntegerNode;
import dev.evokernel.expr.Node;
import dev.evokernel.expr.RealNode;
import dev.evokernel.expr.TextNode;
import dev.evokernel.expr.TruthNode;
import dev.evokernel.expr.value.Value;

/**
 * Translation of an expression into another language, fully parenthesised. A part that reads only
 * known names becomes its value, and a choice that known names decide becomes the chosen part.
 */
public final class Translation {

  private final Dialect dialect;
  private final Expression expression;
  private final Map<String, Value> known;
  private final Map<String, String> names;

  /**
   * @param known values of names, written as constants
   * @param names the program's text for the other names; its integers have 64 bits
   */
  public Translation(
      Dialect dialect, Expression expression, Map<String, Value> known, Map<String, String> names) {
    this.dialect = dialect;
    this.expression = expression;
    this.known = known;
    this.names = names;
  }

  /**
   * @throws IllegalArgumentException if the expression is a word, or a name is in neither map
   */
  public String text() {
    return of(expression.node());
  }

  private String of(Node node) {
    OptionalLong value = bits(node);
    return switch (node) {
      case IntegerNode integer ->
          value.isPresent() ? dialect.integer(value.getAsLong()) : integer(integer);
      case RealNode real ->
          value.isPresent() ? dialect.real(Double.longBitsToDouble(value.getAsLong())) : real(real);
      case TruthNode truth ->
          value.isPresent() ? dialect.truth(value.getAsLong() != 0) : truth(truth);
      case TextNode _ -> throw new IllegalArgumentException("A word cannot be translated.");
    };
  }

  private OptionalLong bits(Node node) {
    return expression.bits(node, known);
  }

  private String integer(IntegerNode node) {
    return switch (node) {
      case IntegerNode.Constant(long value) -> dialect.integer(value);
      case IntegerNode.Name(int slot) -> name(slot);
      case IntegerNode.Operation(var operator, var left, var right, _) ->
          dialect.integers(operator, of(left), of(right));
      case IntegerNode.Conditional(TruthNode condition, IntegerNode then, IntegerNode otherwise) ->
          chosen(condition, () -> of(then), () -> of(otherwise));
    };
  }

  private String real(RealNode node) {
    return switch (node) {
      case RealNode.Constant(double value) -> dialect.real(value);
      case RealNode.Name(int slot) -> name(slot);
      case RealNode.OfInteger(IntegerNode operand) -> dialect.widened(of(operand));
      case RealNode.Operation(var operator, var left, var right, _) ->
          dialect.reals(operator, of(left), of(right));
      case RealNode.Conditional(TruthNode condition, RealNode then, RealNode otherwise) ->
          chosen(condition, () -> of(then), () -> of(otherwise));
    };
  }

  private String truth(TruthNode node) {
    return switch (node) {
      case TruthNode.Constant(boolean value) -> dialect.truth(value);
      case TruthNode.Name(int slot) -> name(slot);
      case TruthNode.Not(TruthNode operand) -> dialect.not(of(operand));
      case TruthNode.Connected(Connective operator, TruthNode left, TruthNode right) ->
          connected(operator, left, right);
      case TruthNode.Conditional(TruthNode condition, TruthNode then, TruthNode otherwise) ->
          chosen(condition, () -> of(then), () -> of(otherwise));
      case TruthNode.Integers(Comparison operator, IntegerNode left, IntegerNode right) ->
          between(of(left), operator.symbol(), of(right));
      case TruthNode.Reals(Comparison operator, RealNode left, RealNode right) ->
          between(of(left), operator.symbol(), of(right));
      case TruthNode.SameTruth(TruthNode left, TruthNode right) ->
          between(of(left), "==", of(right));
      case TruthNode.SameText(IntegerNode left, IntegerNode right) ->
          between(of(left), "==", of(right));
      case TruthNode.Member(IntegerNode operand, long[] values) ->
          Arrays.stream(values)
              .mapToObj(value -> between(of(operand), "==", dialect.integer(value)))
              .collect(Collectors.joining(" " + dialect.connective(Connective.OR) + " ", "(", ")"));
    };
  }

  /** Writes two conditions; a known one decides or is left out. */
  private String connected(Connective operator, TruthNode left, TruthNode right) {
    OptionalLong first = bits(left);
    OptionalLong second = bits(right);
    long neutral = operator == Connective.AND ? 1 : 0;
    if (first.isPresent()) {
      return first.getAsLong() == neutral ? of(right) : dialect.truth(neutral == 0);
    }
    // The left condition is evaluated even if the right one decides, since it may fail.
    return second.isPresent() && second.getAsLong() == neutral
        ? of(left)
        : between(of(left), dialect.connective(operator), of(right));
  }

  private String chosen(TruthNode condition, Supplier<String> then, Supplier<String> otherwise) {
    OptionalLong value = bits(condition);
    return value.isPresent()
        ? (value.getAsLong() != 0 ? then : otherwise).get()
        : dialect.conditional(of(condition), then.get(), otherwise.get());
  }

  private static String between(String left, String operator, String right) {
    return "(" + left + " " + operator + " " + right + ")";
  }

  private String name(int slot) {
    String name = expression.scope().names().get(slot);
    String text = names.get(name);
    if (text == null) {
      throw new IllegalArgumentException("No value and no text for the name '" + name + "'.");
    }
    return text;
  }
}
