package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.Connective;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Node;
import dev.evokernel.expr.value.Type;
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
    if (expression.type() == Type.TEXT) {
      throw new IllegalArgumentException("A word cannot be translated.");
    }
    return of(expression.node());
  }

  private String of(Node node) {
    OptionalLong value = bits(node);
    if (value.isPresent()) {
      return constant(node.type(), value.getAsLong());
    }
    return switch (node) {
      case Node.Constant(Value known, long raw) -> constant(known.type(), raw);
      case Node.Name(_, int slot) -> name(slot);
      case Node.Widened(Node operand) -> dialect.widened(of(operand));
      case Node.Operation(Type type, var operator, Node left, Node right, _) ->
          type == Type.INTEGER
              ? dialect.integers(operator, of(left), of(right))
              : dialect.reals(operator, of(left), of(right));
      case Node.Conditional(_, Node condition, Node then, Node otherwise) ->
          chosen(condition, then, otherwise);
      case Node.Not(Node operand) -> dialect.not(of(operand));
      case Node.Connected(Connective operator, Node left, Node right) ->
          connected(operator, left, right);
      case Node.Compared(var operator, Node left, Node right) ->
          between(of(left), operator.symbol(), of(right));
      case Node.Member(Node operand, long[] values) ->
          Arrays.stream(values)
              .mapToObj(each -> between(of(operand), "==", dialect.integer(each)))
              .collect(Collectors.joining(" " + dialect.connective(Connective.OR) + " ", "(", ")"));
    };
  }

  private OptionalLong bits(Node node) {
    return expression.bits(node, known);
  }

  private String constant(Type type, long bits) {
    return switch (type) {
      case INTEGER, TEXT -> dialect.integer(bits); // Words are compared by their indices.
      case REAL -> dialect.real(Double.longBitsToDouble(bits));
      case BOOLEAN -> dialect.truth(bits != 0);
    };
  }

  /** Writes two conditions; a known one decides or is left out. */
  private String connected(Connective operator, Node left, Node right) {
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

  private String chosen(Node condition, Node then, Node otherwise) {
    OptionalLong value = bits(condition);
    return value.isPresent()
        ? of(value.getAsLong() != 0 ? then : otherwise)
        : dialect.conditional(of(condition), of(then), of(otherwise));
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
