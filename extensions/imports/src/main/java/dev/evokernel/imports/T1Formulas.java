package dev.evokernel.imports;

import module java.base;

import dev.evokernel.backend.file.ToolFailure;
import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.ExpressionException;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.space.SearchSpace.ConstructionEffort;

/**
 * Translates Python expressions of a T1 file to expressions of {@code kernel.yaml}. {@code
 * ProblemSize[0]} becomes a dimension of the shape or the problem size's expression. {@code max}
 * and {@code min} of a single parameter are its largest and smallest value.
 */
final class T1Formulas {

  private static final List<String> AXES = List.of("x", "y", "z");

  /** Largest number that is too common to stand for a dimension. */
  private static final long SMALL = 16;

  private final PythonReader python;
  private final Map<String, Parameter> parameters = new LinkedHashMap<>();
  private final SequencedMap<String, Long> dimensions = new LinkedHashMap<>();
  private final List<String> extents;
  private final Scope scope;

  T1Formulas(PythonReader python, List<Parameter> parameters, List<T1Node> problemSize) {
    this.python = python;
    parameters.forEach(parameter -> this.parameters.put(parameter.name(), parameter));
    this.extents =
        Stream.iterate(0, i -> i < problemSize.size(), i -> i + 1)
            .map(i -> extent(problemSize.get(i), i))
            .toList();
    Scope.Builder names = Scope.builder();
    dimensions.keySet().forEach(name -> names.declare(name, Type.INTEGER));
    for (Parameter parameter : parameters) {
      names.declare(parameter.name(), parameter.type());
      for (Value value : parameter.values()) {
        if (value instanceof Value.TextValue(String word)) {
          names.word(word);
        }
      }
    }
    this.scope = names.build();
  }

  private String extent(T1Node size, int axis) {
    if (axis >= AXES.size()) {
      throw size.problem("a problem size has at most three axes", "Remove this one.");
    }
    String text = size.text();
    OptionalLong number = constant(text);
    if (number.isEmpty()) {
      return "(" + text + ")";
    }
    String name = "size_" + AXES.get(axis);
    while (parameters.containsKey(name)) {
      name += "_";
    }
    dimensions.put(name, number.getAsLong());
    return name;
  }

  /** Value of a size that reads no parameter; empty for other texts. */
  private OptionalLong constant(String text) {
    try {
      Expression size =
          Expression.parse(
              python.translated(text, "integer", List.of(), List.of()), Scope.builder().build());
      return size.type() == Type.INTEGER
          ? OptionalLong.of(size.integer(size.scope().frame()))
          : OptionalLong.empty();
    } catch (ToolFailure | ExpressionException | EvaluationException _) {
      return OptionalLong.empty();
    }
  }

  /**
   * Dimension, or product of dimensions, whose value is a number. Empty if there is none, or
   * several of them, or if the number is too small to stand for one.
   */
  Optional<String> ofProblem(String number) {
    if (!number.matches("\\d{2,18}") || Long.parseLong(number) <= SMALL) {
      return Optional.empty();
    }
    var products = new TreeMap<String, Long>();
    dimensions.forEach(
        (name, size) -> {
          new TreeMap<>(products)
              .forEach((other, value) -> products.put(other + " * " + name, value * size));
          products.put(name, size);
        });
    products.values().removeIf(value -> value != Long.parseLong(number));
    return products.size() == 1 ? Optional.of(products.firstKey()) : Optional.empty();
  }

  SequencedMap<String, Long> dimensions() {
    return dimensions;
  }

  Optional<String> extent(int axis) {
    return axis >= 0 && axis < extents.size() ? Optional.of(extents.get(axis)) : Optional.empty();
  }

  /** Translates an integer expression. True division of Python becomes floor division. */
  String integer(T1Node node) {
    return integer(node, node.text());
  }

  String integer(T1Node node, String text) {
    String own = translated(node, text, "integer");
    Expression formula = parsed(node, own);
    if (formula.type() != Type.INTEGER) {
      throw node.problem(
          "'%s' must be an integer, was %s".formatted(text, formula.type().label()),
          "Write an integer, or an expression over parameters and ProblemSize.");
    }
    return own;
  }

  String number(T1Node node) {
    String own = translated(node, node.text(), "number");
    if (!parsed(node, own).type().isNumber()) {
      throw node.problem(
          "'" + node.text() + "' is not a number", "Write a number or an expression.");
    }
    return own;
  }

  String condition(T1Node node) {
    String own = translated(node, node.text(), "condition");
    parsed(node, own);
    return own;
  }

  /**
   * Translates a size that does not depend on the configuration. Parameters with a single value are
   * replaced by the value.
   */
  String size(T1Node node) {
    String own = integer(node);
    for (Parameter parameter : parameters.values()) {
      if (parameter.values().size() == 1) {
        own =
            own.replaceAll(
                "\\b" + Pattern.quote(parameter.name()) + "\\b",
                Matcher.quoteReplacement(parameter.values().getFirst().toString()));
      }
    }
    Expression formula = parsed(node, own);
    List<String> varying = formula.names().stream().filter(parameters::containsKey).toList();
    if (!varying.isEmpty()) {
      throw node.problem(
          "the size '%s' depends on %s".formatted(node.text(), String.join(", ", varying)),
          "Make the buffer large enough for every configuration: max(%s)."
              .formatted(varying.getFirst()));
    }
    return own;
  }

  LongToDoubleFunction ofIndex(T1Node node) {
    Scope scope = Scope.builder().declare("i", Type.INTEGER).build();
    try {
      Expression formula =
          Expression.parse(python.translated(node.text(), "number", List.of(), List.of()), scope);
      return i -> {
        var frame = scope.frame();
        frame.set("i", Value.of(i));
        return formula.type() == Type.INTEGER ? formula.integer(frame) : formula.real(frame);
      };
    } catch (ToolFailure | ExpressionException e) {
      throw node.problem(
          "'%s' is not supported: %s".formatted(node.text(), e.getMessage()),
          "Use arithmetic over the index i, or a file: \"data.npy\".");
    }
  }

  /** Configurations that satisfy all conditions, given in evo's language. */
  SearchSpace space(T1Node node, List<String> conditions) {
    List<Constraint> constraints =
        conditions.stream().map(text -> new Constraint(parsed(node, text), "")).toList();
    try {
      return SearchSpace.of(
          List.copyOf(parameters.values()),
          constraints,
          scope,
          new LinkedHashMap<>(Map.of("problem", frame())),
          ConstructionEffort.USUAL);
    } catch (IllegalArgumentException e) {
      throw node.problem(String.valueOf(e.getMessage()), "Correct the conditions.");
    }
  }

  private Frame frame() {
    Frame frame = scope.frame();
    dimensions.forEach((name, size) -> frame.set(name, Value.of(size)));
    return frame;
  }

  long value(T1Node node, String formula, Map<String, Value> configuration) {
    Frame frame = frame();
    configuration.forEach(frame::set);
    try {
      return Expression.parse(formula, scope).integer(frame);
    } catch (EvaluationException e) {
      throw node.problem("'%s' has no value: %s".formatted(formula, e.getMessage()), "Correct it.");
    }
  }

  private String translated(T1Node node, String text, String kind) {
    try {
      return python.translated(text, kind, parameters.values(), extents);
    } catch (ToolFailure e) {
      throw notUnderstood(node, text, e);
    }
  }

  private Expression parsed(T1Node node, String text) {
    try {
      return Expression.parse(text, scope);
    } catch (ExpressionException e) {
      throw notUnderstood(node, text, e);
    }
  }

  private static RuntimeException notUnderstood(T1Node node, String text, Exception cause) {
    return node.problem(
        "'%s' is not supported: %s".formatted(text, cause.getMessage()),
        "Supported: parameters, ProblemSize[0], arithmetic, bits, comparisons, and, or, not, in,"
            + " conditional expressions, min, max, abs, ceil, floor, int, all and any.");
  }
}
