package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.ExpressionException;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/**
 * Reader of expressions with a required type and reach. Reports errors as problems of the document;
 * a constant replaces a wrong expression until the document is checked.
 */
final class ExpressionReader {

  enum Reach {
    SHAPE("only the shape's dimensions"),
    INPUT(
        "only the shape's dimensions, and parameters that the fill depends on: fill: {python:"
            + " inputs.py, depends: […]}"),
    OUTPUT(
        "only the shape's dimensions, and parameters only if the output is compared as a whole:"
            + " check: sum"),
    CANDIDATE("only parameters and device limits"),
    CONFIGURATION("only parameters and the shape's dimensions"),
    EVERYTHING("everything");

    private final String words;

    Reach(String words) {
      this.words = words;
    }
  }

  private static final Pattern NAME = Pattern.compile("(?<![\\w.])[A-Za-z_]\\w*(?![\\w.])");

  private final YamlDocument document;
  private final Map<String, Parameter> parameters;
  private final IdentityHashMap<Expression, YamlNode.Scalar> origins = new IdentityHashMap<>();

  /** Names that expressions may read: the formulas of {@code let} too, once they are defined. */
  private Scope scope;

  private final YamlNode.Mapping let;
  private final Set<String> defined = new HashSet<>();

  /**
   * @param let named formulas in any order, which may read each other without cycles
   * @throws InvalidFileException if a formula is invalid or its name is taken
   */
  ExpressionReader(
      YamlDocument document, Scope scope, List<Parameter> parameters, YamlNode.Mapping let) {
    this.document = document;
    this.scope = scope;
    this.parameters =
        parameters.stream().collect(Collectors.toMap(Parameter::name, Function.identity()));
    this.let = let;
    List<String> names = let.values().keySet().stream().filter(name -> !isTaken(name)).toList();
    names.forEach(name -> define(name, List.of()));
    document.check();
  }

  Scope scope() {
    return scope;
  }

  boolean isParameter(String name) {
    return parameters.containsKey(name);
  }

  Optional<Parameter> parameter(String name) {
    return Optional.ofNullable(parameters.get(name));
  }

  Set<String> parameterNames() {
    return parameters.keySet();
  }

  List<Constraint> constraints(YamlNode node) {
    return node.each(
        element ->
            element instanceof YamlNode.Mapping mapping
                ? new Constraint(
                    condition(mapping.value("require")),
                    mapping.find("because").map(YamlNode::text).orElse(""))
                : new Constraint(condition(element), ""));
  }

  Expression condition(YamlNode node) {
    return parsed(node, Reach.EVERYTHING, Set.of(Type.BOOLEAN), "true");
  }

  Expression integer(YamlNode node, Reach reach) {
    return parsed(node, reach, Set.of(Type.INTEGER), "1");
  }

  Expression number(YamlNode node, Reach reach) {
    return parsed(node, reach, Set.of(Type.INTEGER, Type.REAL), "1");
  }

  Expression macro(YamlNode node) {
    return parsed(node, Reach.CONFIGURATION, Set.of(Type.INTEGER, Type.BOOLEAN, Type.TEXT), "1");
  }

  Expression ofShape(YamlNode node, Type type) {
    return parsed(node, Reach.SHAPE, Set.of(type), type == Type.BOOLEAN ? "true" : "1");
  }

  Expression constant(int value) {
    return Expression.parse(Integer.toString(value), scope);
  }

  YamlNode.Scalar origin(Expression expression) {
    return Objects.requireNonNull(origins.get(expression));
  }

  boolean hasOrigin(Expression expression) {
    return origins.containsKey(expression);
  }

  private Expression parsed(YamlNode node, Reach reach, Set<Type> types, String substitute) {
    YamlNode.Scalar scalar = node.scalar();
    try {
      Expression expression = Expression.parse(scalar.text(), scope);
      origins.put(expression, scalar);
      if (!types.contains(expression.type())) {
        String wanted = wanted(types);
        document.problem(
            scalar,
            "'" + scalar.text() + "' must be " + wanted + ", was " + expression.type().label(),
            wanted.equals("integer") && scalar.text().contains("/")
                ? "Maybe '//' or ceil_div instead of '/'?"
                : wanted.equals("boolean") ? "Maybe a comparison, such as ... == 0?" : "");
      }
      within(scalar, expression, reach, types);
      return expression;
    } catch (ExpressionException e) {
      document.problem(scalar, e);
      return Expression.parse(substitute, scope);
    }
  }

  private static String wanted(Set<Type> types) {
    if (types.size() == 1) {
      return types.iterator().next().label();
    }
    return types.contains(Type.REAL) ? "a number" : "an integer, a truth value or a word";
  }

  private void within(YamlNode.Scalar scalar, Expression expression, Reach reach, Set<Type> types) {
    for (String name : expression.names()) {
      boolean limit = Limit.isExpressionName(name);
      boolean parameter = isParameter(name);
      boolean ofShape = !limit && !parameter && !name.equals(Configuration.VARIANT);
      if (switch (reach) {
        case SHAPE, INPUT, OUTPUT -> limit || parameter;
        case CANDIDATE -> ofShape;
        case CONFIGURATION -> limit;
        case EVERYTHING -> false;
      }) {
        Matcher found =
            Pattern.compile("(?<![\\w.])" + Pattern.quote(name) + "(?![\\w.])")
                .matcher(scalar.text());
        document.problem(
            found.find() ? scalar.part(found.start(), name.length()) : scalar.place(),
            "'%s' is %s"
                .formatted(
                    name,
                    limit ? "a device limit" : parameter ? "a parameter" : "one of the shape"),
            "This expression may read "
                + reach.words
                + "."
                + Optional.ofNullable(parameters.get(name))
                    .map(known -> instead(known, types))
                    .orElse(""));
      }
    }
  }

  /** Advice on what to write where a parameter cannot be read. */
  private static String instead(Parameter parameter, Set<Type> types) {
    if (!types.contains(Type.INTEGER)) {
      return "";
    }
    if (types.contains(Type.REAL)) {
      return " State what every configuration needs, without " + parameter.name() + ".";
    }
    return parameter.values().stream()
        .filter(Value.IntegerValue.class::isInstance)
        .max(Comparator.comparingLong(value -> ((Value.IntegerValue) value).value()))
        .map(
            most ->
                " Write a size that fits every configuration, with %s in place of %s where that is the largest; memory of the kernel's own is 'scratch'."
                    .formatted(most, parameter.name()))
        .orElse("");
  }

  private boolean isTaken(String name) {
    if (NameReader.isReserved(name) || scope.declares(name)) {
      document.problem(
          let.key(name),
          scope.declares(name)
              ? "'" + name + "' names a formula and a parameter or a dimension"
              : "'" + name + "' cannot be a name here",
          scope.declares(name)
              ? "Rename one of the two."
              : "It is a word of C, of the expressions or of evo.");
      return true;
    }
    return false;
  }

  private void define(String name, List<String> readBy) {
    if (readBy.contains(name)) {
      var circle = new ArrayList<>(readBy.subList(readBy.indexOf(name), readBy.size()));
      circle.add(name);
      document.problem(
          let.key(circle.getFirst()),
          "'" + name + "' reads itself: " + String.join(" → ", circle),
          "Break the cycle: a formula must reduce to parameters and dimensions.");
      document.check();
    }
    if (!defined.contains(name)) {
      YamlNode.Scalar text = let.value(name).scalar();
      var within = new ArrayList<>(readBy);
      within.add(name);
      Matcher read = NAME.matcher(text.text());
      while (read.find()) {
        if (let.find(read.group()).isPresent() && !scope.declares(read.group())) {
          define(read.group(), within);
        }
      }
      defined.add(name);
      try {
        scope = scope.define(name, Expression.parse(text.text(), scope));
      } catch (ExpressionException e) {
        document.problem(text, e);
        document.check();
      }
    }
  }
}
