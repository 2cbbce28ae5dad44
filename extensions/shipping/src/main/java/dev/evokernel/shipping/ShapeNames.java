package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.ArithmeticOperator;
import dev.evokernel.expr.Connective;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Node;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.TypeChoice;

/**
 * Translates expressions over a shape and a device to C. Dimensions become {@code d->M}, limits
 * {@code device->cores}. A fact is the position of its value.
 */
record ShapeNames(Shipment shipment) {

  String of(Expression expression) {
    return new Translation(expression, Map.of(), names(expression.scope())).text();
  }

  /** Translates an expression, with the values of a configuration put in. */
  String of(Expression expression, ShippedConfiguration shipped) {
    Map<String, Value> known = shipped.configuration().withoutVariant().values();
    return new Translation(expression, known, names(expression.scope())).text();
  }

  /** Number that follows from an argument's type; an expression if a fact decides the type. */
  String ofType(Argument argument, ToLongFunction<ElementType> number) {
    String fact = typedBy(argument).orElse("");
    return fact.isEmpty()
        ? Long.toString(number.applyAsLong(argument.type()))
        : choice(fact, value -> number.applyAsLong(ElementType.ofLabel(value)));
  }

  /** Fact that decides the type of a buffer or of a tensor map's buffer. */
  Optional<String> typedBy(Argument argument) {
    return shipment.configurations().stream()
        .flatMap(
            shipped ->
                Stream.ofNullable(
                    shipped.kernel().entryPoint().signature().typedBy().get(name(argument))))
        .filter(TypeChoice::isFact)
        .map(TypeChoice::by)
        .findFirst();
  }

  private static String name(Argument argument) {
    return argument instanceof Argument.TensorMap map ? map.of().name() : argument.name();
  }

  private Map<String, String> names(Scope scope) {
    var names = new LinkedHashMap<String, String>();
    for (String dimension : shipment.dimensions()) {
      names.put(dimension, "d->" + ProgramText.name(dimension));
    }
    for (Limit limit : Limit.values()) {
      names.put(limit.expressionName(), "device->" + limit.label());
    }
    for (Map.Entry<String, List<String>> fact : shipment.facts().entrySet()) {
      String name = fact.getKey();
      if (!scope.declares(name)) {
        continue;
      }
      boolean truth = scope.type(name) == Type.BOOLEAN;
      names.put(
          name,
          truth
              ? "(d->" + ProgramText.name(name) + " != 0)"
              : choice(name, value -> scope.bits(Value.of(value))));
      names.put(
          name + ".bytes",
          truth
              ? "0"
              : choice(name, value -> ElementType.find(value).map(ElementType::bytes).orElse(0)));
    }
    return names;
  }

  /** Expression that maps the values of a fact to numbers. */
  private String choice(String fact, ToLongFunction<String> number) {
    List<String> values = shipment.facts().getOrDefault(fact, List.of());
    if (values.stream().mapToLong(number).distinct().count() == 1) {
      return Long.toString(number.applyAsLong(values.getFirst()));
    }
    String name = "d->" + ProgramText.name(fact);
    var text = new StringBuilder();
    for (int position = 0; position < values.size() - 1; position++) {
      text.append(
          "%s == %d ? %d : ".formatted(name, position, number.applyAsLong(values.get(position))));
    }
    return "(" + text + number.applyAsLong(values.getLast()) + ")";
  }

  /**
   * Translation of an expression to C99 and C++, fully parenthesised. A part that reads only known
   * names becomes its value, and a choice that known names decide becomes the chosen part. Integers
   * are {@code int64_t}. A failed part counts as 0 and sets {@code *bad} to 1, where {@code bad} is
   * an {@code int *} of the program. Needs the functions of {@code arithmetic.h}.
   */
  record Translation(Expression expression, Map<String, Value> known, Map<String, String> names) {

    /**
     * @throws IllegalArgumentException if the expression is a word, or a name is in neither map
     */
    String text() {
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
        case Node.Widened(Node operand) -> "((double)" + of(operand) + ")";
        case Node.Operation(Type type, var operator, Node left, Node right, _) ->
            type == Type.INTEGER
                ? integers(operator, of(left), of(right))
                : reals(operator, of(left), of(right));
        case Node.Conditional(_, Node condition, Node then, Node otherwise) ->
            chosen(condition, then, otherwise);
        case Node.Not(Node operand) -> "(!" + of(operand) + ")";
        case Node.Connected(Connective operator, Node left, Node right) ->
            connected(operator, left, right);
        case Node.Compared(var operator, Node left, Node right) ->
            between(of(left), operator.symbol(), of(right));
        case Node.Member(Node operand, long[] values) ->
            Arrays.stream(values)
                .mapToObj(each -> between(of(operand), "==", integer(each)))
                .collect(Collectors.joining(" || ", "(", ")"));
      };
    }

    private OptionalLong bits(Node node) {
      return expression.bits(node, known);
    }

    private String constant(Type type, long bits) {
      return switch (type) {
        case INTEGER, TEXT -> integer(bits); // Words are compared by their indices.
        case REAL -> real(Double.longBitsToDouble(bits));
        case BOOLEAN -> bits != 0 ? "1" : "0";
      };
    }

    /** Writes two conditions; a known one decides or is left out. */
    private String connected(Connective operator, Node left, Node right) {
      OptionalLong first = bits(left);
      OptionalLong second = bits(right);
      long neutral = operator == Connective.AND ? 1 : 0;
      if (first.isPresent()) {
        return first.getAsLong() == neutral ? of(right) : Long.toString(1 - neutral);
      }
      // The left condition is evaluated even if the right one decides, since it may fail.
      return second.isPresent() && second.getAsLong() == neutral
          ? of(left)
          : between(of(left), operator == Connective.AND ? "&&" : "||", of(right));
    }

    private String chosen(Node condition, Node then, Node otherwise) {
      OptionalLong value = bits(condition);
      return value.isPresent()
          ? of(value.getAsLong() != 0 ? then : otherwise)
          : "(%s ? %s : %s)".formatted(of(condition), of(then), of(otherwise));
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

    private static String integer(long value) {
      if (value == (int) value && value != Integer.MIN_VALUE) {
        return value < 0 ? "(" + value + ")" : Long.toString(value);
      }
      return value == Long.MIN_VALUE
          ? "INT64_MIN"
          : value < 0 ? "(-INT64_C(" + -value + "))" : "INT64_C(" + value + ")";
    }

    private static String integers(ArithmeticOperator operator, String a, String b) {
      return switch (operator) {
        case SUM -> "evo_add(" + a + ", " + b + ", bad)";
        case DIFFERENCE -> "evo_sub(" + a + ", " + b + ", bad)";
        case NEGATION -> "evo_sub(0, " + b + ", bad)";
        case PRODUCT -> "evo_mul(" + a + ", " + b + ", bad)";
        case QUOTIENT -> "evo_floor_div(" + a + ", " + b + ", bad)";
        case REMAINDER -> "evo_mod(" + a + ", " + b + ", bad)";
        case CEILING_QUOTIENT -> "evo_ceil_div(" + a + ", " + b + ", bad)";
        case MINIMUM -> "evo_min(" + a + ", " + b + ")";
        case MAXIMUM -> "evo_max(" + a + ", " + b + ")";
        case ABSOLUTE -> "evo_abs(" + b + ", bad)";
        case POWER -> "evo_pow(" + a + ", " + b + ", bad)";
        case RATIO, LOG2 -> throw new IllegalArgumentException(operator + " gives no integer.");
      };
    }

    private static String reals(ArithmeticOperator operator, String a, String b) {
      return switch (operator) {
        case SUM, DIFFERENCE, PRODUCT ->
            "evo_real(" + a + " " + operator.symbol() + " " + b + ", bad)";
        case RATIO -> "evo_real_div(" + a + ", " + b + ", bad)";
        case NEGATION -> "(-" + b + ")";
        case QUOTIENT -> "evo_real_floor_div(" + a + ", " + b + ", bad)";
        case REMAINDER -> "evo_real_mod(" + a + ", " + b + ", bad)";
        case MINIMUM -> "fmin(" + a + ", " + b + ")";
        case MAXIMUM -> "fmax(" + a + ", " + b + ")";
        case ABSOLUTE -> "fabs(" + b + ")";
        case POWER -> "evo_real_pow(" + a + ", " + b + ", bad)";
        case LOG2 -> "evo_real_log2(" + b + ", bad)";
        case CEILING_QUOTIENT -> throw new IllegalArgumentException(operator + " needs integers.");
      };
    }

    private static String real(double value) {
      return value < 0 ? "(" + value + ")" : Double.toString(value);
    }
  }
}
