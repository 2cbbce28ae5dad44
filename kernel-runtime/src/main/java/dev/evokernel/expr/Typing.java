package dev.evokernel.expr;

import module java.base;

/** Typing rules of operators: widens integers, folds constants, and rejects wrong types. */
final class Typing {

  /** Left operand of an operator that has only one. */
  private static final Operand NOTHING = new Operand(new Node.Constant(Value.of(0L), 0), 0, 0);

  private static final Map<String, ArithmeticOperator> FUNCTIONS =
      Arrays.stream(ArithmeticOperator.values())
          .filter(operator -> operator.level().isCall())
          .collect(
              Collectors.toMap(
                  ArithmeticOperator::symbol, Function.identity(), (a, _) -> a, TreeMap::new));

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

  int values() {
    return values;
  }

  Operand literal(Token token) {
    values++;
    Node node =
        switch (token.kind()) {
          case TRUTH -> constant(Value.of(token.text().equals("true")));
          case WORD -> constant(Value.of(token.text()));
          case REAL -> constant(Value.of(real(token)));
          case INTEGER -> constant(Value.of(integer(token)));
          case NAME, SYMBOL, END ->
              throw new IllegalArgumentException(token + " is not a literal.");
        };
    return new Operand(node, token.start(), token.end());
  }

  private Node constant(Value value) {
    return new Node.Constant(value, scope.bits(value));
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
              : FUNCTIONS.keySet().contains(name)
                  ? "Maybe the function, as in " + name + "(...)?"
                  : Spelling.nearest(name, scope.readable())
                      .map(near -> "Maybe '" + near + "'?")
                      .orElseGet(() -> "Known: " + String.join(", ", families()) + ".");
      throw error(token.start(), token.end(), "unknown name '" + name + "'", advice);
    }
    names.add(name);
    return new Operand(
        new Node.Name(scope.type(name), scope.slot(name)), token.start(), token.end());
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
    Type type =
        operator.hasIntegers() && operands.stream().allMatch(o -> o.type() == Type.INTEGER)
            ? Type.INTEGER
            : Type.REAL;
    Node node =
        operands.stream()
            .map(operand -> type == Type.REAL ? widened(operand.node()) : operand.node())
            .reduce((a, b) -> new Node.Operation(type, operator, a, b, part))
            .orElseThrow();
    if (operator == ArithmeticOperator.POWER
        && operands.getLast().node() instanceof Node.Constant(Value.IntegerValue(long exponent), _)
        && type == Type.INTEGER
        && exponent < 0) {
      throw error(
          operands.getLast(),
          "an integer to the power of " + exponent + " is not an integer",
          "Maybe '1 / " + operands.getFirst().in(text) + " ** " + -exponent + "'?");
    }
    return made(node, start, end, operands);
  }

  Operand not(int start, Operand operand) {
    return made(new Node.Not(truth("'not'", operand)), start, operand.end(), List.of(operand));
  }

  Operand connected(Connective operator, Operand left, Operand right) {
    String user = "'" + operator.symbol() + "'";
    Node a = truth(user, left);
    Node b = truth(user, right);
    Node node =
        a instanceof Node.Constant(_, long bits)
            ? (bits != 0 == operator.decisive ? a : b)
            : new Node.Connected(operator, a, b);
    return new Operand(node, left.start(), right.end());
  }

  Operand conditional(Operand condition, Operand then, Operand otherwise) {
    Node test = truth("'?'", condition);
    boolean numbers = then.type().isNumber() && otherwise.type().isNumber();
    if (!numbers && then.type() != otherwise.type()) {
      throw error(
          otherwise,
          "both results of '?:' need one type, but "
              + described(then)
              + ", "
              + described(otherwise),
          "");
    }
    boolean widened = then.type() != otherwise.type();
    Node a = then.type() == Type.TEXT ? known(then, "") : then.node();
    Node b = then.type() == Type.TEXT ? known(otherwise, "") : otherwise.node();
    return made(
        new Node.Conditional(
            widened ? Type.REAL : a.type(),
            test,
            widened ? widened(a) : a,
            widened ? widened(b) : b),
        condition.start(),
        otherwise.end(),
        List.of(condition, then, otherwise));
  }

  /** Returns the operand's node; rejects a word that no value can have. */
  Node known(Operand operand, String subject) {
    if (operand.node() instanceof Node.Constant(Value word, long index) && index < 0) {
      throw error(
          operand,
          (subject.isEmpty() ? "nothing is ever '" : subject + " is never '") + word + "'",
          Spelling.advice(word.toString(), scope.words()));
    }
    return operand.node();
  }

  private void number(String user, Operand operand) {
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

  private Node truth(String user, Operand operand) {
    if (operand.type() == Type.BOOLEAN) {
      return operand.node();
    }
    throw error(
        operand,
        user + " needs a boolean, but " + described(operand),
        operand.type() == Type.TEXT ? "" : "Maybe '" + operand.in(text) + " != 0'?");
  }

  static Node widened(Node number) {
    return number.type() == Type.REAL
        ? number
        : number instanceof Node.Constant(_, long integer)
            ? Node.Constant.of((double) integer)
            : new Node.Widened(number);
  }

  private Operand made(Node node, int start, int end, List<Operand> parts) {
    boolean constant = parts.stream().allMatch(part -> part.node() instanceof Node.Constant);
    try {
      return new Operand(constant ? value(node) : node, start, end);
    } catch (EvaluationException e) {
      throw error(start, end, String.valueOf(e.getMessage()), "");
    }
  }

  private Node value(Node node) {
    long bits = node.code().at(NO_SLOTS);
    return new Node.Constant(scope.value(bits, node.type()), bits);
  }

  private String described(Operand operand) {
    return "'" + operand.in(text) + "' is " + operand.type().label();
  }

  private ExpressionException error(Operand at, String problem, String suggestion) {
    return error(at.start(), at.end(), problem, suggestion);
  }

  private ExpressionException error(int start, int end, String problem, String suggestion) {
    return new ExpressionException(text, start, end - start, problem, suggestion);
  }

  Operand comparison(Comparison operator, Operand left, Operand right) {
    String user = "'" + operator.symbol() + "'";
    if (operator.isOrder()) {
      number(user, left);
      number(user, right);
    }
    Node node = compared(operator, user, left, right);
    return made(node, left.start(), right.end(), List.of(left, right));
  }

  private Node compared(Comparison operator, String user, Operand left, Operand right) {
    Node a = left.node();
    Node b = right.node();
    if (left.type().isNumber() && right.type().isNumber()) {
      boolean whole = left.type() == right.type();
      return new Node.Compared(operator, whole ? a : widened(a), whole ? b : widened(b));
    }
    if (left.type() != right.type()) {
      throw error(
          right,
          user + " compares one type, but " + described(left) + ", " + described(right),
          left.type() == Type.TEXT || right.type() == Type.TEXT ? "Write words in quotes." : "");
    }
    if (left.type() == Type.TEXT) {
      known(left, right.in(text));
      known(right, left.in(text));
    }
    Node same = new Node.Compared(Comparison.EQUAL, a, b);
    return operator == Comparison.EQUAL ? same : new Node.Not(same);
  }

  Operand member(Operand operand, List<Operand> elements, boolean negated, int end) {
    Node node =
        elements.stream()
            .map(element -> compared(Comparison.EQUAL, "'in'", operand, element))
            .reduce((a, b) -> new Node.Connected(Connective.OR, a, b))
            .orElseGet(() -> Node.Constant.of(false));
    if (operand.type() == Type.INTEGER
        && elements.stream()
            .allMatch(e -> e.type() == Type.INTEGER && e.node() instanceof Node.Constant)) {
      node =
          new Node.Member(
              operand.node(),
              elements.stream().mapToLong(e -> ((Node.Constant) e.node()).raw()).toArray());
    }
    var parts = new ArrayList<>(elements);
    parts.add(operand);
    return made(negated ? new Node.Not(node) : node, operand.start(), end, parts);
  }

  Operand call(Token name, List<Operand> arguments, int end) {
    ArithmeticOperator function = FUNCTIONS.get(name.text());
    if (function == null) {
      throw error(
          name.start(),
          name.end(),
          "unknown function '" + name.text() + "'",
          Spelling.advice(name.text(), FUNCTIONS.keySet()));
    }
    int count = arguments.size();
    String wanted =
        switch (function.level()) {
          case CALL_OF_ONE -> count == 1 ? "" : "Write one: " + name.text() + "(x).";
          case CALL_OF_TWO -> count == 2 ? "" : "Write two: " + name.text() + "(a, b).";
          default -> count >= 2 ? "" : "Write two or more: " + name.text() + "(a, b).";
        };
    if (!wanted.isEmpty()) {
      throw error(
          name.start(),
          end,
          "'" + name.text() + "' got " + count + (count == 1 ? " argument" : " arguments"),
          wanted);
    }
    var operands = new ArrayList<>(arguments);
    if (function.level() == Level.CALL_OF_ONE) {
      operands.addFirst(NOTHING);
    }
    return arithmetic(function, name.start(), end, operands);
  }
}
