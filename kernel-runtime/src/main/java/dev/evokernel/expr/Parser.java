package dev.evokernel.expr;

import module java.base;

/** Pratt parser: an operand extends over the following operators that bind tighter. */
final class Parser {

  private static final Map<String, Operator> INFIX =
      Operator.values().stream()
          .filter(operator -> operator.level().isInfix())
          .collect(Collectors.toUnmodifiableMap(Operator::symbol, Function.identity()));

  /** Bounds the stack of parser and evaluation. */
  private static final int LONGEST_TEXT = 4000;

  private static final int DEEPEST_NESTING = 200;

  private final String text;
  private final List<Token> tokens;
  private final Typing typing;
  private int position;
  private int depth;

  private Parser(String text, List<Token> tokens, Typing typing) {
    this.text = text;
    this.tokens = tokens;
    this.typing = typing;
  }

  static Operand parse(String text, Typing typing) {
    if (text.length() > LONGEST_TEXT) {
      throw new ExpressionException(
          text.substring(0, 40) + "...",
          LONGEST_TEXT,
          0,
          "an expression of " + text.length() + " characters",
          "Write at most " + LONGEST_TEXT + ".");
    }
    var parser = new Parser(text, Tokenizer.tokens(text), typing);
    Operand whole = parser.expression(Level.CONDITIONAL);
    Token rest = parser.next();
    if (rest.kind() != Token.Kind.END) {
      throw parser.unexpected(rest, "Maybe an operator is missing before it.");
    }
    return whole;
  }

  private Operand expression(Level level) {
    if (++depth > DEEPEST_NESTING) {
      throw error(peek(), "nested deeper than " + DEEPEST_NESTING + " levels", "");
    }
    Operand left = prefix();
    while (levelOf(peek()).compareTo(level) >= 0) {
      left = infix(left);
    }
    depth--;
    return left;
  }

  private Operand prefix() {
    Token token = next();
    return switch (token.kind()) {
      case INTEGER, REAL, TRUTH, WORD -> typing.literal(token);
      case NAME -> peek().is("(") ? call(token) : typing.name(token);
      case END -> throw error(token, "a value is missing at the end", "");
      case SYMBOL ->
          switch (token.text()) {
            case "(" -> {
              Operand inner = expression(Level.CONDITIONAL);
              yield new Operand(inner.node(), token.start(), expect(")").end());
            }
            case "-", "+" -> typing.sign(token, expression(Level.SIGN));
            case "not" -> typing.not(token.start(), expression(Level.NOT));
            case "[" -> throw unexpected(token, "A list is allowed only after 'in'.");
            default -> throw unexpected(token, "A value is expected here.");
          };
    };
  }

  private Level levelOf(Token token) {
    if (token.kind() != Token.Kind.SYMBOL) {
      return Level.NONE;
    }
    Operator operator = INFIX.get(token.text());
    if (operator != null) {
      return operator.level();
    }
    return switch (token.text()) {
      case "?" -> Level.CONDITIONAL;
      case "in" -> Level.COMPARISON;
      case "not" -> tokens.get(position + 1).is("in") ? Level.COMPARISON : Level.NONE;
      default -> Level.NONE;
    };
  }

  private Operand infix(Operand left) {
    Token token = next();
    Operator operator = INFIX.get(token.text());
    if (operator == null) {
      return token.is("?") ? conditional(left) : membership(left, token);
    }
    Operand right = expression(operator.level().right());
    return switch (operator) {
      case Connective connective -> typing.connected(connective, left, right);
      case Comparison comparison -> chained(typing.comparison(comparison, left, right), right);
      case ArithmeticOperator arithmetic ->
          typing.arithmetic(arithmetic, left.start(), right.end(), List.of(left, right));
    };
  }

  private Operand conditional(Operand condition) {
    Operand then = expression(Level.CONDITIONAL);
    expect(":");
    return typing.conditional(condition, then, expression(Level.CONDITIONAL));
  }

  /** {@code a < b <= c} is {@code a < b and b <= c}; an 'in' ends the chain. */
  private Operand chained(Operand comparison, Operand right) {
    return levelOf(peek()) == Level.COMPARISON
        ? typing.connected(Connective.AND, comparison, infix(right))
        : comparison;
  }

  private Operand membership(Operand operand, Token operator) {
    if (operator.is("not")) {
      expect("in");
    }
    expect("[");
    List<Operand> elements = list("]");
    return typing.member(operand, elements, operator.is("not"), previous().end());
  }

  private Operand call(Token name) {
    expect("(");
    List<Operand> arguments = list(")");
    return typing.call(name, arguments, previous().end());
  }

  private List<Operand> list(String closing) {
    var elements = new ArrayList<Operand>();
    if (peek().is(closing)) {
      next();
      return elements;
    }
    do {
      elements.add(expression(Level.CONDITIONAL));
    } while (peek().is(",") && next().is(","));
    expect(closing);
    return elements;
  }

  private Token expect(String symbol) {
    Token token = next();
    if (token.is(symbol)) {
      return token;
    }
    String wanted = "'" + symbol + "' is expected here.";
    throw token.kind() == Token.Kind.END
        ? error(token, "'" + symbol + "' is missing at the end", "")
        : unexpected(token, wanted);
  }

  private Token peek() {
    return tokens.get(position);
  }

  private Token previous() {
    return tokens.get(position - 1);
  }

  private Token next() {
    Token token = tokens.get(position);
    if (token.kind() != Token.Kind.END) {
      position++;
    }
    return token;
  }

  private ExpressionException unexpected(Token token, String suggestion) {
    return error(
        token, "unexpected '" + text.substring(token.start(), token.end()) + "'", suggestion);
  }

  private ExpressionException error(Token at, String problem, String suggestion) {
    return new ExpressionException(text, at.start(), at.end() - at.start(), problem, suggestion);
  }
}
