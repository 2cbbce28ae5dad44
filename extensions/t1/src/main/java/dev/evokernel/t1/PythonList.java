package dev.evokernel.t1;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.value.ExpressionException;
import dev.evokernel.expr.value.Type;
import dev.evokernel.expr.value.Value;

/**
 * Values of a list in Python, such as {@code [1, 2] + list(range(4, 64, 4))} or {@code [2**i for i
 * in range(6)]}.
 */
final class PythonList {

  private static final int MOST_VALUES = 1_000_000;
  private static final Scope NOTHING = Scope.builder().build();
  private static final Pattern CALL = Pattern.compile("(list|tuple|sorted|range)\\s*\\((.*)\\)");
  private static final Pattern COMPREHENSION =
      Pattern.compile("(.+?)\\s+for\\s+(\\w+)\\s+in\\s+(.+?)(?:\\s+if\\s+(.+))?");

  private PythonList() {}

  /**
   * Evaluates a list. Integers become reals if any number is a real.
   *
   * @throws PythonException if the text is not a supported list
   * @throws ExpressionException if an element is not an expression
   */
  static List<Value> values(String text) {
    PythonExpression.requireFlat(text);
    List<Value> values = list(text);
    boolean mixed =
        values.stream().allMatch(value -> value.type().isNumber())
            && values.stream().anyMatch(value -> value.type() == Type.REAL);
    return mixed
        ? values.stream().map(value -> Value.of(((Number) value.plain()).doubleValue())).toList()
        : values;
  }

  private static List<Value> list(String text) {
    return PythonExpression.split(text, "+").stream()
        .map(String::strip)
        .flatMap(term -> term(term).stream())
        .toList();
  }

  private static List<Value> term(String text) {
    boolean bracketed =
        (text.startsWith("[") || text.startsWith("("))
            && PythonExpression.closing(text, 0) == text.length() - 1;
    if (bracketed) {
      return elements(text.substring(1, text.length() - 1).strip());
    }
    Matcher call = CALL.matcher(text);
    if (!call.matches()) {
      throw new PythonException("'" + text + "' is not a list");
    }
    String arguments = call.group(2).strip();
    return switch (call.group(1)) {
      case "range" -> range(arguments);
      case "sorted" ->
          list(arguments).stream().sorted(Comparator.comparingDouble(PythonList::number)).toList();
      default -> COMPREHENSION.matcher(arguments).matches() ? elements(arguments) : list(arguments);
    };
  }

  private static List<Value> elements(String text) {
    Matcher comprehension = COMPREHENSION.matcher(text);
    if (comprehension.matches()) {
      return comprehension(comprehension);
    }
    return PythonExpression.split(text, ",").stream()
        .map(String::strip)
        .filter(element -> !element.isEmpty())
        .map(PythonList::value)
        .toList();
  }

  private static List<Value> comprehension(Matcher parts) {
    String name = parts.group(2);
    List<Value> domain = values(parts.group(3));
    if (domain.isEmpty()) {
      return List.of();
    }
    Scope scope = Scope.builder().declare(name, domain.getFirst().type()).build();
    Expression element = Expression.parse(PythonExpression.translated(parts.group(1)), scope);
    Expression condition =
        Expression.parse(
            parts.group(4) == null ? "true" : PythonExpression.translated(parts.group(4)), scope);
    var values = new ArrayList<Value>();
    for (Value value : domain) {
      Frame frame = scope.frame().set(name, value);
      if (condition.test(frame)) {
        values.add(element.value(frame));
      }
    }
    return values;
  }

  private static List<Value> range(String arguments) {
    long[] bounds =
        PythonExpression.split(arguments, ",").stream().mapToLong(PythonList::integer).toArray();
    if (bounds.length > 3) {
      throw new PythonException("'range(" + arguments + ")' has more than three arguments");
    }
    long from = bounds.length == 1 ? 0 : bounds[0];
    long to = bounds.length == 1 ? bounds[0] : bounds[1];
    long step = bounds.length == 3 ? bounds[2] : 1;
    if (step == 0) {
      throw new PythonException("'range(" + arguments + ")' has a step of 0");
    }
    BigInteger span = BigInteger.valueOf(to).subtract(BigInteger.valueOf(from));
    BigInteger[] steps = span.divideAndRemainder(BigInteger.valueOf(step));
    double count = steps[0].doubleValue() + (steps[1].signum() == Long.signum(step) ? 1 : 0);
    if (count > MOST_VALUES) {
      throw new PythonException(
          "'range(" + arguments + ")' has more than " + MOST_VALUES + " values");
    }
    var values = new ArrayList<Value>();
    for (int i = 0; i < count; i++) {
      values.add(Value.of(from + i * step));
    }
    return values;
  }

  private static double number(Value value) {
    if (value.plain() instanceof Number number) {
      return number.doubleValue();
    }
    throw new PythonException("only numbers can be sorted, not '" + value + "'");
  }

  private static long integer(String text) {
    Expression expression = Expression.parse(text.strip(), NOTHING);
    if (expression.type() != Type.INTEGER) {
      throw new PythonException("'" + text.strip() + "' is not an integer");
    }
    return expression.integer(NOTHING.frame());
  }

  private static Value value(String text) {
    if (text.startsWith("'") || text.startsWith("\"")) {
      return Value.of(text.substring(1, PythonExpression.closing(text, 0)));
    }
    return Expression.parse(PythonExpression.translated(text), NOTHING).value(NOTHING.frame());
  }
}
