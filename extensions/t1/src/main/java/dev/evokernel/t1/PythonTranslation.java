package dev.evokernel.t1;

import module java.base;

import dev.evokernel.expr.value.Type;
import dev.evokernel.expr.value.Value;
import dev.evokernel.t1.PythonExpression.Binary;
import dev.evokernel.t1.PythonExpression.Comparison;
import dev.evokernel.t1.PythonExpression.Conditional;
import dev.evokernel.t1.PythonExpression.Constant;
import dev.evokernel.t1.PythonExpression.Invocation;
import dev.evokernel.t1.PythonExpression.Name;
import dev.evokernel.t1.PythonExpression.Sequence;
import dev.evokernel.t1.PythonExpression.Spread;
import dev.evokernel.t1.PythonExpression.Unary;

/**
 * Translation of Python expressions to evo's expression language, with Python's meaning: numbers
 * are true unless they are 0, {@code and} and {@code or} give an operand, truths count as 0 and 1,
 * and operators on bits become arithmetic.
 *
 * @param values possible values of each name, as far as they are known; a name without values is an
 *     integer
 * @param meaning replaces parts that mean something else than in Python, such as a problem's size
 */
public record PythonTranslation(
    Map<String, List<Value>> values, UnaryOperator<PythonExpression> meaning) {

  /** Translated text, its type, and how tight its loosest operator binds. */
  private record Text(String text, Type type, int level) {

    boolean isTruth() {
      return type == Type.BOOLEAN;
    }

    Text as(Type other) {
      return new Text(text, other, level);
    }

    String at(int least) {
      return level < least ? "(" + text + ")" : text;
    }
  }

  private static final int OR = 1;
  private static final int AND = 2;
  private static final int NOT = 3;
  private static final int COMPARISON = 4;
  private static final int SUM = 5;
  private static final int PRODUCT = 6;
  private static final int SIGN = 7;
  private static final int POWER = 8;
  private static final int ATOM = 9;

  /** Most values of a parameter in a table. */
  private static final int LONGEST_TABLE = 40;

  /** Translates names as integers. */
  public static final PythonTranslation PLAIN =
      new PythonTranslation(Map.of(), UnaryOperator.identity());

  /**
   * Translates a condition: what Python holds for true.
   *
   * @throws PythonException if evo's language cannot say the same
   */
  public String condition(String python) {
    return truth(PythonExpression.parse(python)).text();
  }

  /**
   * Translates an expression.
   *
   * @throws PythonException if evo's language cannot say the same
   */
  public String value(String python) {
    return value(PythonExpression.parse(python)).text();
  }

  private Text truth(PythonExpression python) {
    return switch (meaning.apply(python)) {
      case Unary(String operator, PythonExpression operand) when operator.equals("not") ->
          new Text("not " + truth(operand).at(ATOM), Type.BOOLEAN, NOT);
      case Binary(String operator, PythonExpression left, PythonExpression right)
          when operator.equals("and") || operator.equals("or") ->
          connected(operator, truth(left), truth(right));
      case PythonExpression other -> truth(value(other));
    };
  }

  private static Text truth(Text value) {
    return switch (value.type()) {
      case BOOLEAN -> value;
      case INTEGER, REAL -> new Text(value.at(SUM) + " != 0", Type.BOOLEAN, COMPARISON);
      case TEXT ->
          throw new PythonException("'" + value.text() + "' is a text, and no condition by itself");
    };
  }

  private static Text connected(String operator, Text left, Text right) {
    int level = operator.equals("or") ? OR : AND;
    return new Text(
        left.at(level) + " " + operator + " " + right.at(level + 1), Type.BOOLEAN, level);
  }

  private Text value(PythonExpression python) {
    return switch (meaning.apply(python)) {
      case Constant(Object constant) -> constant(constant);
      case Name(String name) -> new Text(name, type(name), ATOM);
      case Unary unary -> unary(unary);
      case Binary binary -> binary(binary);
      case Comparison comparison -> comparison(comparison);
      case Conditional(PythonExpression condition, PythonExpression then, PythonExpression other) ->
          conditional(truth(condition), value(then), value(other));
      case Invocation call -> call(call);
      case PythonExpression.Attribute _ -> throw new PythonException("attributes of names");
      case PythonExpression.Index _ -> throw new PythonException("elements of a sequence");
      case Sequence _, Spread _, PythonExpression.Comprehension _ ->
          throw new PythonException("a list is allowed only after 'in'");
      case PythonExpression.Mapping _ -> throw new PythonException("a mapping");
      case PythonExpression.Anonymous _ -> throw new PythonException("a function without a name");
    };
  }

  private static Text constant(Object constant) {
    return switch (constant) {
      case Long number -> new Text(number.toString(), Type.INTEGER, ATOM);
      case Double number when Double.isFinite(number) ->
          new Text(number.toString(), Type.REAL, ATOM);
      case Boolean truth -> new Text(truth.toString(), Type.BOOLEAN, ATOM);
      case String text when !text.contains("'") -> new Text("'" + text + "'", Type.TEXT, ATOM);
      case String text when !text.contains("\"") -> new Text("\"" + text + "\"", Type.TEXT, ATOM);
      default -> throw new PythonException("None, a formatted text or a number without end");
    };
  }

  private Type type(String name) {
    List<Value> known = values.getOrDefault(name, List.of());
    return known.isEmpty() ? Type.INTEGER : known.getFirst().type();
  }

  private static Text number(Text value) {
    return switch (value.type()) {
      case INTEGER, REAL -> value;
      case BOOLEAN ->
          switch (value.text()) {
            case "false" -> constant(0L);
            case "true" -> constant(1L);
            default -> new Text("(" + value.at(OR) + " ? 1 : 0)", Type.INTEGER, ATOM);
          };
      case TEXT -> throw new PythonException("'" + value.text() + "' is a text, not a number");
    };
  }

  private Text unary(Unary unary) {
    if (unary.operator().equals("not")) {
      return truth(unary);
    }
    Text operand = number(value(unary.operand()));
    return switch (unary.operator()) {
      case "+" -> operand;
      case "~" -> new Text("-" + operand.at(SIGN) + " - 1", Type.INTEGER, SUM);
      default -> new Text("-" + operand.at(SIGN), operand.type(), SIGN);
    };
  }

  private Text conditional(Text condition, Text then, Text otherwise) {
    boolean sameType = then.type() == otherwise.type();
    Text first = sameType ? then : number(then);
    Text second = sameType ? otherwise : number(otherwise);
    return new Text(
        "(%s ? %s : %s)".formatted(condition.text(), first.text(), second.text()),
        first.type() == Type.REAL ? Type.REAL : second.type(),
        ATOM);
  }

  private Text binary(Binary binary) {
    String operator = binary.operator();
    Text left = value(binary.left());
    Text right = value(binary.right());
    if (operator.equals("and") || operator.equals("or")) {
      boolean either = operator.equals("or");
      Text decided = left.isTruth() ? constant(either) : left;
      return left.isTruth() && right.isTruth()
          ? connected(operator, left, right)
          : either
              ? conditional(truth(left), decided, right)
              : conditional(truth(left), right, decided);
    }
    if ("&|^".contains(operator) && left.isTruth() && right.isTruth()) {
      return switch (operator) {
        case "&" -> connected("and", left, right);
        case "|" -> connected("or", left, right);
        default -> new Text(left.at(SUM) + " != " + right.at(SUM), Type.BOOLEAN, COMPARISON);
      };
    }
    Text one = number(left);
    Text other = number(right);
    return switch (operator) {
      case "+", "-" -> arithmetic(operator, one, other, SUM);
      case "*", "//", "%" -> arithmetic(operator, one, other, PRODUCT);
      case "/" -> arithmetic(operator, one, other, PRODUCT).as(Type.REAL);
      case "**" -> power(one, other);
      case "<<" -> arithmetic("*", one, power(constant(2L), other), PRODUCT);
      case ">>" -> arithmetic("//", one, power(constant(2L), other), PRODUCT);
      case "&" -> bits(binary);
      case "|" -> arithmetic("-", arithmetic("+", one, other, SUM), bits(binary), SUM);
      case "^" ->
          arithmetic(
              "-",
              arithmetic("+", one, other, SUM),
              arithmetic("*", constant(2L), bits(binary), PRODUCT),
              SUM);
      default -> throw new PythonException("the operator '" + operator + "'");
    };
  }

  private static Text arithmetic(String operator, Text left, Text right, int level) {
    boolean isReal = left.type() == Type.REAL || right.type() == Type.REAL;
    return new Text(
        left.at(level) + " " + operator + " " + right.at(level + 1),
        isReal ? Type.REAL : Type.INTEGER,
        level);
  }

  private static Text power(Text base, Text exponent) {
    return new Text(
        base.at(ATOM) + " ** " + exponent.at(SIGN),
        base.type() == Type.REAL || exponent.type() == Type.REAL ? Type.REAL : Type.INTEGER,
        POWER);
  }

  /** The bits that both operands have. */
  private Text bits(Binary binary) {
    for (int side = 0; side < 2; side++) {
      PythonExpression mask = side == 0 ? binary.right() : binary.left();
      Text other = number(value(side == 0 ? binary.left() : binary.right()));
      if (mask.value(Map.of()) instanceof Long bits && bits >= 0) {
        return masked(other, bits);
      }
    }
    return tabulated(new Binary("&", binary.left(), binary.right()));
  }

  /** Each run of ones in the mask is a remainder of a quotient. */
  private static Text masked(Text of, long mask) {
    Text sum = null;
    for (int low = 0; low < Long.SIZE - 1; low++) {
      if ((mask >> low & 1) == 0) {
        continue;
      }
      int length = Long.numberOfTrailingZeros(~(mask >> low));
      Text quotient = low == 0 ? of : arithmetic("//", of, constant(1L << low), PRODUCT);
      Text run =
          low + length >= Long.SIZE - 1
              ? quotient
              : arithmetic("%", quotient, constant(1L << length), PRODUCT);
      Text part = low == 0 ? run : arithmetic("*", run, constant(1L << low), PRODUCT);
      sum = sum == null ? part : arithmetic("+", sum, part, SUM);
      low += length;
    }
    return sum == null ? constant(0L) : sum;
  }

  /** Value of an expression over one parameter, for each of the parameter's values. */
  private Text tabulated(PythonExpression python) {
    var names = new TreeSet<String>();
    collect(python, names);
    String name = names.size() == 1 ? names.first() : "";
    List<Value> known = values.getOrDefault(name, List.of());
    if (known.isEmpty() || known.size() > LONGEST_TABLE) {
      throw new PythonException(
          "bits of " + (names.isEmpty() ? "negative numbers" : String.join(", ", names)));
    }
    Text table = null;
    for (Value value : known.reversed()) {
      Object result = python.value(Map.of(name, value.plain()));
      Text own = constant(result);
      Text here =
          new Text(name + " == " + constant(value.plain()).text(), Type.BOOLEAN, COMPARISON);
      table = table == null ? own : conditional(here, own, table);
    }
    return Objects.requireNonNull(table);
  }

  /** Names of an expression of numbers and operators; a name of nothing stands for other parts. */
  private void collect(PythonExpression python, Set<String> names) {
    switch (meaning.apply(python)) {
      case Name(String name) -> names.add(name);
      case Constant _ -> {}
      case Unary(_, PythonExpression operand) -> collect(operand, names);
      case Binary(_, PythonExpression left, PythonExpression right) -> {
        collect(left, names);
        collect(right, names);
      }
      default -> names.add("");
    }
  }

  private Text comparison(Comparison comparison) {
    PythonExpression left = comparison.first();
    Text all = null;
    for (int i = 0; i < comparison.operators().size(); i++) {
      PythonExpression right = comparison.operands().get(i);
      String operator = comparison.operators().get(i);
      Text one =
          operator.endsWith("in")
              ? membership(value(left), right, operator)
              : compared(operator, value(left), value(right));
      all = all == null ? one : connected("and", all, one);
      left = right;
    }
    return Objects.requireNonNull(all);
  }

  private static Text compared(String operator, Text left, Text right) {
    boolean isEquality = operator.equals("==") || operator.equals("!=");
    boolean sameType = left.type() == right.type() && (left.type() != Type.BOOLEAN || isEquality);
    if (!sameType && isEquality && (left.type() == Type.TEXT || right.type() == Type.TEXT)) {
      return constant(operator.equals("!=")); // Python compares a text with a number.
    }
    Text one = sameType ? left : number(left);
    Text other = sameType ? right : number(right);
    return new Text(one.at(SUM) + " " + operator + " " + other.at(SUM), Type.BOOLEAN, COMPARISON);
  }

  private Text membership(Text element, PythonExpression of, String operator) {
    boolean negated = operator.startsWith("not");
    PythonExpression sequence = of instanceof Invocation ? listed(of) : of;
    if (!(sequence instanceof Sequence(List<PythonExpression> elements))) {
      throw new PythonException("'in' without a list behind it");
    }
    List<Text> texts = elements.stream().map(this::value).toList();
    boolean sameType = texts.stream().allMatch(text -> text.type() == element.type());
    boolean isText = element.type() == Type.TEXT;
    List<Text> comparable =
        sameType
            ? texts
            : isText
                ? texts.stream().filter(text -> text.type() == Type.TEXT).toList()
                : texts.stream()
                    .filter(text -> text.type() != Type.TEXT)
                    .map(PythonTranslation::number)
                    .toList();
    if (comparable.isEmpty()) {
      return constant(negated);
    }
    return new Text(
        "%s %s [%s]"
            .formatted(
                (sameType || isText ? element : number(element)).at(SUM),
                operator,
                comparable.stream().map(Text::text).collect(Collectors.joining(", "))),
        Type.BOOLEAN,
        COMPARISON);
  }

  /** Elements of a call such as {@code range(4)}. */
  private static PythonExpression listed(PythonExpression call) {
    return call.value(Map.of()) instanceof List<?> list && !list.contains(PythonExpression.UNKNOWN)
        ? new Sequence(list.stream().<PythonExpression>map(Constant::new).toList())
        : call;
  }

  private Text call(Invocation call) {
    String path = call.path();
    String name = path.replaceFirst("^(math|np|numpy|builtins)\\.", "");
    List<PythonExpression> given =
        call.positional().size() == 1
                && call.positional().getFirst() instanceof Sequence(List<PythonExpression> all)
            ? all
            : call.positional();
    if (!call.named().isEmpty() || given.isEmpty()) {
      throw new PythonException("the function '" + path + "' with these arguments");
    }
    PythonExpression first = given.getFirst();
    return switch (name) {
      case "all", "any" ->
          given.stream()
              .map(this::truth)
              .reduce((a, b) -> connected(name.equals("all") ? "and" : "or", a, b))
              .orElseThrow();
      case "bool" -> truth(first);
      case "float" -> number(value(first)).as(Type.REAL);
      case "int", "floor", "trunc" -> whole(name, first, false);
      case "ceil" -> whole(name, first, true);
      case "sqrt" -> power(number(value(first)), constant(0.5));
      case "pow" -> power(number(value(first)), number(value(given.getLast())));
      case "sum" ->
          given.stream()
              .map(each -> number(value(each)))
              .reduce((a, b) -> arithmetic("+", a, b, SUM))
              .orElseThrow();
      case "min", "max" -> given.size() == 1 ? extreme(name, first) : function(name, given);
      default -> function(name, given);
    };
  }

  private Text function(String name, List<PythonExpression> given) {
    List<Text> arguments = given.stream().map(each -> number(value(each))).toList();
    boolean isReal =
        name.equals("log2") || arguments.stream().anyMatch(each -> each.type() == Type.REAL);
    return new Text(
        name + arguments.stream().map(Text::text).collect(Collectors.joining(", ", "(", ")")),
        isReal ? Type.REAL : Type.INTEGER,
        ATOM);
  }

  /** Largest or smallest value of a parameter; any other expression itself. */
  private Text extreme(String name, PythonExpression of) {
    List<Value> known =
        of instanceof Name(String parameter)
            ? values.getOrDefault(parameter, List.of())
            : List.of();
    Comparator<Value> order =
        Comparator.comparingDouble(value -> ((Number) value.plain()).doubleValue());
    return known.isEmpty() || !known.getFirst().type().isNumber()
        ? number(value(of))
        : constant(
            known.stream()
                .max(name.equals("max") ? order : order.reversed())
                .orElseThrow()
                .plain());
  }

  /** Whole number next to a quotient of whole numbers, which evo divides without a fraction. */
  private Text whole(String name, PythonExpression of, boolean up) {
    Text value = number(value(of));
    if (value.type() == Type.INTEGER) {
      return value;
    }
    if (meaning.apply(of) instanceof Binary(String operator, PythonExpression a, PythonExpression b)
        && operator.equals("/")) {
      Text left = number(value(a));
      Text right = number(value(b));
      if (left.type() == Type.INTEGER && right.type() == Type.INTEGER) {
        return up
            ? new Text("ceil_div(%s, %s)".formatted(left.text(), right.text()), Type.INTEGER, ATOM)
            : arithmetic("//", left, right, PRODUCT);
      }
    }
    throw new PythonException(name + " of anything but a quotient of integers");
  }
}
