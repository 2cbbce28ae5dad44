package dev.evokernel.expr;

import java.util.ArrayList;
import java.util.List;

/**
 * A Pratt parser: every operator has a level, and an operand reaches as far as the operators after
 * it bind tighter than the one before it.
 */
final class Parser {

  private static final int CONDITIONAL = 1;
  private static final int OR = 2;
  private static final int AND = 3;
  private static final int NOT = 4;
  private static final int COMPARISON = 5;
  private static final int SUM = 6;
  private static final int PRODUCT = 7;
  private static final int SIGN = 8;
  private static final int POWER = 9;

  /** Keeps parser and evaluation far from the end of the stack. */
  private static final int LONGEST_TEXT = 4000;

  private static final int DEEPEST_NESTING = 200;

  private final String text;
  private final List<Token> tokens;
  private final Typing typing;
  private final Comparisons comparisons;
  private final Functions functions;
  private int position;
  private int depth;

  private Parser(String text, List<Token> tokens, Typing typing) {
    this.text = text;
    this.tokens = tokens;
    this.typing = typing;
    this.comparisons = new Comparisons(typing);
    this.functions = new Functions(typing);
  }

  static Operand parse(String text, Typing typing) {
    if (text.length() > LONGEST_TEXT) {
      throw new ExpressionException(
          text.substring(0, 40) + "...",
          LONGEST_TEXT,
          0,
          "an expression of " + text.length() + " characters",
          "At most " + LONGEST_TEXT + " are read.");
    }
    var parser = new Parser(text, Tokenizer.tokens(text), typing);
    Operand whole = parser.expression(CONDITIONAL);
    Token rest = parser.next();
    if (rest.kind() != Token.Kind.END) {
      throw parser.unexpected(rest, "Maybe an operator is missing before it.");
    }
    return whole;
  }

  private Operand expression(int level) {
    if (++depth > DEEPEST_NESTING) {
      throw error(peek(), "nested deeper than " + DEEPEST_NESTING + " levels", "");
    }
    Operand left = prefix();
    while (levelOf(peek()) >= level) {
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
              Operand inner = expression(CONDITIONAL);
              yield new Operand(inner.node(), token.start(), expect(")").end());
            }
            case "-", "+" -> typing.sign(token, expression(SIGN));
            case "not" -> typing.not(token.start(), expression(NOT));
            case "[" -> throw unexpected(token, "A list stands only after 'in'.");
            default -> throw unexpected(token, "A value is expected here.");
          };
    };
  }

  private int levelOf(Token token) {
    if (token.kind() != Token.Kind.SYMBOL) {
      return 0;
    }
    return switch (token.text()) {
      case "?" -> CONDITIONAL;
      case "or" -> OR;
      case "and" -> AND;
      case "==", "!=", "<", "<=", ">", ">=", "in" -> COMPARISON;
      case "not" -> tokens.get(position + 1).is("in") ? COMPARISON : 0;
      case "+", "-" -> SUM;
      case "*", "/", "//", "%" -> PRODUCT;
      case "**" -> POWER;
      default -> 0;
    };
  }

  private Operand infix(Operand left) {
    int level = levelOf(peek());
    if (level == COMPARISON) {
      return comparisons(left);
    }
    Token operator = next();
    return switch (level) {
      case CONDITIONAL -> conditional(left);
      case OR -> typing.or(left, expression(AND));
      case AND -> typing.and(left, expression(NOT));
      case POWER -> typing.arithmetic(operator, left, expression(SIGN));
      default -> typing.arithmetic(operator, left, expression(level + 1));
    };
  }

  private Operand conditional(Operand condition) {
    Operand then = expression(CONDITIONAL);
    expect(":");
    return typing.conditional(condition, then, expression(CONDITIONAL));
  }

  /** {@code a < b <= c} is {@code a < b and b <= c}; an 'in' ends the chain. */
  private Operand comparisons(Operand first) {
    Token operator = next();
    if (operator.is("in") || operator.is("not")) {
      return membership(first, operator);
    }
    Operand second = expression(SUM);
    Operand all = comparisons.comparison(operator, first, second);
    return levelOf(peek()) == COMPARISON ? typing.and(all, comparisons(second)) : all;
  }

  private Operand membership(Operand operand, Token operator) {
    if (operator.is("not")) {
      expect("in");
    }
    expect("[");
    List<Operand> elements = list("]");
    return comparisons.member(operand, elements, operator.is("not"), previous().end());
  }

  private Operand call(Token name) {
    expect("(");
    List<Operand> arguments = list(")");
    return functions.call(name, arguments, previous().end());
  }

  private List<Operand> list(String closing) {
    var elements = new ArrayList<Operand>();
    if (peek().is(closing)) {
      next();
      return elements;
    }
    do {
      elements.add(expression(CONDITIONAL));
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
