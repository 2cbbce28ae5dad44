package dev.evokernel.expr;

import module java.base;

import dev.evokernel.expr.value.EvaluationException;
import dev.evokernel.expr.value.ExpressionException;
import dev.evokernel.expr.value.Spelling;
import dev.evokernel.expr.value.Token;
import dev.evokernel.expr.value.Type;

/** Typing rules of operators: widens integers, folds constants, and rejects wrong types. */
final class Typing {

  /** Left operand of an operator that has only one. */
  static final Operand NOTHING = new Operand(new IntegerNode.Constant(0), 0, 0);

  private static final long[] NO_SLOTS = {};

  /** Bounds evaluation, which follows a formula wherever its name stands. */
  private static final int MOST_VALUES = 5000;

  private final String text;
  private final Scope scope;
  private final Set<String> names = new LinkedHashSet<>();
  private int values;

  Typing(String text, Scope scope) {
    this.text = text;
    this.scope = scope;
  }

  Set<String> names() {
    return names;
  }

  /** Names and literals, those of formulas included. */
  int values() {
    return values;
  }

  Operand literal(Token token) {
    values++;
    Node node =
        switch (token.kind()) {
          case TRUTH -> new TruthNode.Constant(token.text().equals("true"));
          case WORD -> new TextNode.Constant(token.text(), scope.words().indexOf(token.text()));
          case REAL -> new RealNode.Constant(real(token));
          case INTEGER -> new IntegerNode.Constant(integer(token));
          case NAME, SYMBOL, END ->
              throw new IllegalArgumentException(token + " is not a literal.");
        };
    return new Operand(node, token.start(), token.end());
  }

  private double real(Token token) {
    double value = Double.parseDouble(token.text());
    if (Double.isInfinite(value)) {
      throw error(token.start(), token.end(), "'" + token.text() + "' is too large", "");
    }
    return value;
  }

  private long integer(Token token) {
    try {
      return Long.parseLong(token.text());
    } catch (NumberFormatException _) {
      String advice = "Integers have 64 bits; write a real instead: " + token.text() + ".0";
      throw error(token.start(), token.end(), "'" + token.text() + "' is too large", advice);
    }
  }

  Operand name(Token token) {
    String name = token.text();
    Optional<Expression> formula = scope.formula(name);
    values += formula.map(Expression::values).orElse(1);
    if (values > MOST_VALUES) {
      throw error(
          token.start(),
          token.end(),
          "more than " + MOST_VALUES + " values, with those of the formulas",
          "Let a formula read another only once.");
    }
    if (formula.isPresent()) {
      names.addAll(formula.get().names());
      return new Operand(formula.get().node(), token.start(), token.end());
    }
    if (!scope.declares(name)) {
      String advice =
          scope.words().contains(name)
              ? "Maybe the word \"" + name + "\", in quotes?"
              : Functions.NAMES.contains(name)
                  ? "Maybe the function, as in " + name + "(...)?"
                  : Spelling.nearest(name, scope.readable())
                      .map(near -> "Maybe '" + near + "'?")
                      .orElseGet(() -> "Known: " + String.join(", ", families()) + ".");
      throw error(token.start(), token.end(), "unknown name '" + name + "'", advice);
    }
    names.add(name);
    int slot = scope.slot(name);
    Node node =
        switch (scope.type(name)) {
          case INTEGER -> new IntegerNode.Name(slot);
          case REAL -> new RealNode.Name(slot);
          case BOOLEAN -> new TruthNode.Name(slot);
          case TEXT -> new TextNode.Name(slot);
        };
    return new Operand(node, token.start(), token.end());
  }

  /** Readable names; names with a dot are abbreviated to {@code device.*}. */
  private Set<String> families() {
    var families = new LinkedHashSet<String>();
    for (String name : scope.readable()) {
      int dot = name.indexOf('.');
      families.add(dot < 0 ? name : name.substring(0, dot) + ".*");
    }
    return families;
  }

  String text(Operand operand) {
    return operand.in(text);
  }

  Operand sign(Token sign, Operand operand) {
    if (sign.is("-")) {
      return arithmetic(
          ArithmeticOperator.NEGATION, sign.start(), operand.end(), List.of(NOTHING, operand));
    }
    number("'+'", operand);
    return new Operand(operand.node(), sign.start(), operand.end());
  }

  /** Applies an operator to operands that stand between these offsets. */
  Operand arithmetic(ArithmeticOperator operator, int start, int end, List<Operand> operands) {
    String user = "'" + operator.symbol() + "'";
    operands.forEach(operand -> number(user, operand));
    if (!operator.hasReals()) {
      operands.forEach(operand -> integer(user, operand));
    }
    String part = text.substring(start, end);
    Node node =
        operator.hasIntegers() && operands.stream().allMatch(o -> o.type() == Type.INTEGER)
            ? operands.stream()
                .map(operand -> (IntegerNode) operand.node())
                .reduce((a, b) -> new IntegerNode.Operation(operator, a, b, part))
                .orElseThrow()
            : operands.stream()
                .map(operand -> widened(operand.node()))
                .reduce((a, b) -> new RealNode.Operation(operator, a, b, part))
                .orElseThrow();
    if (operator == ArithmeticOperator.POWER
        && node instanceof IntegerNode.Operation(_, _, IntegerNode.Constant(long exponent), _)
        && exponent < 0) {
      throw error(
          operands.getLast(),
          "an integer to the power of " + exponent + " is not an integer",
          "Maybe '1 / " + operands.getFirst().in(text) + " ** " + -exponent + "'?");
    }
    return made(node, start, end, operands);
  }

  Operand not(int start, Operand operand) {
    return made(new TruthNode.Not(truth("'not'", operand)), start, operand.end(), List.of(operand));
  }

  Operand connected(Connective operator, Operand left, Operand right) {
    String user = "'" + operator.symbol() + "'";
    TruthNode a = truth(user, left);
    TruthNode b = truth(user, right);
    TruthNode node =
        a instanceof TruthNode.Constant(boolean value)
            ? (value == operator.decisive ? a : b)
            : new TruthNode.Connected(operator, a, b);
    return new Operand(node, left.start(), right.end());
  }

  Operand conditional(Operand condition, Operand then, Operand otherwise) {
    TruthNode test = truth("'?'", condition);
    Node node =
        switch (then.node()) {
          case TruthNode a when otherwise.node() instanceof TruthNode b ->
              new TruthNode.Conditional(test, a, b);
          case TextNode _ when otherwise.node() instanceof TextNode ->
              new TextNode.Conditional(test, known(then, ""), known(otherwise, ""));
          case IntegerNode a when otherwise.node() instanceof IntegerNode b ->
              new IntegerNode.Conditional(test, a, b);
          case Node a when a.type().isNumber() && otherwise.type().isNumber() ->
              new RealNode.Conditional(test, widened(a), widened(otherwise.node()));
          default ->
              throw error(
                  otherwise,
                  "both results of '?:' need one type, but "
                      + described(then)
                      + ", "
                      + described(otherwise),
                  "");
        };
    return made(node, condition.start(), otherwise.end(), List.of(condition, then, otherwise));
  }

  /** Returns the operand's node; rejects a word that no value can have. */
  TextNode known(Operand operand, String subject) {
    if (operand.node() instanceof TextNode.Constant(String word, long index) && index < 0) {
      throw error(
          operand,
          (subject.isEmpty() ? "nothing is ever '" : subject + " is never '") + word + "'",
          Spelling.advice(word, scope.words()));
    }
    return (TextNode) operand.node();
  }

  void number(String user, Operand operand) {
    if (!operand.type().isNumber()) {
      throw error(
          operand,
          user + " needs numbers, but " + described(operand),
          operand.type() == Type.BOOLEAN ? "Maybe '" + operand.in(text) + " ? 1 : 0'?" : "");
    }
  }

  private void integer(String user, Operand operand) {
    if (operand.type() != Type.INTEGER) {
      throw error(operand, user + " needs integers, but " + described(operand), "");
    }
  }

  private TruthNode truth(String user, Operand operand) {
    if (operand.node() instanceof TruthNode truth) {
      return truth;
    }
    throw error(
        operand,
        user + " needs a boolean, but " + described(operand),
        operand.type() == Type.TEXT ? "" : "Maybe '" + operand.in(text) + " != 0'?");
  }

  static RealNode widened(Node node) {
    return switch (node) {
      case IntegerNode.Constant(long value) -> new RealNode.Constant(value);
      case IntegerNode integer -> new RealNode.OfInteger(integer);
      case RealNode real -> real;
      case TruthNode _, TextNode _ ->
          throw new IllegalArgumentException(node + " is not a number.");
    };
  }

  Operand made(Node node, int start, int end, List<Operand> parts) {
    boolean constant = parts.stream().allMatch(part -> part.node().isConstant());
    try {
      return new Operand(constant ? value(node) : node, start, end);
    } catch (EvaluationException e) {
      throw error(start, end, String.valueOf(e.getMessage()), "");
    }
  }

  private static Node value(Node node) {
    return switch (node) {
      case IntegerNode integer -> new IntegerNode.Constant(integer.code().at(NO_SLOTS));
      case RealNode real -> new RealNode.Constant(real.code().at(NO_SLOTS));
      case TruthNode truth -> new TruthNode.Constant(truth.code().at(NO_SLOTS));
      case TextNode.Conditional(TruthNode condition, TextNode then, TextNode otherwise) ->
          condition.code().at(NO_SLOTS) ? then : otherwise;
      case TextNode word -> word;
    };
  }

  String described(Operand operand) {
    return "'" + operand.in(text) + "' is " + operand.type().label();
  }

  ExpressionException error(Operand at, String problem, String suggestion) {
    return error(at.start(), at.end(), problem, suggestion);
  }

  ExpressionException error(int start, int end, String problem, String suggestion) {
    return new ExpressionException(text, start, end - start, problem, suggestion);
  }
}
