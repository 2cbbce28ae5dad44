package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Value;

/**
 * Macros whose values depend on the shape, such as a head dimension or an element type. A
 * configuration has one binary for each distinct combination of their values. The expressions read
 * dimensions, facts and parameters, and are in the file's order.
 */
public record ShapeMacros(Map<String, Expression> expressions) {

  public static final ShapeMacros NONE = new ShapeMacros(Map.of());

  public ShapeMacros {
    expressions = Collections.unmodifiableMap(new LinkedHashMap<>(expressions));
  }

  public boolean isEmpty() {
    return expressions.isEmpty();
  }

  /**
   * Evaluates a candidate's macros in a frame with the shape and the parameters.
   *
   * @throws EvaluationException if a macro cannot be evaluated
   */
  public Configuration values(Frame frame) {
    return values(frame, _ -> true);
  }

  /** Evaluates the macros of a reference, which read no parameter. */
  public Configuration values(Frame frame, Collection<Parameter> parameters) {
    return values(
        frame,
        expression ->
            parameters.stream()
                .noneMatch(parameter -> expression.names().contains(parameter.name())));
  }

  private Configuration values(Frame frame, Predicate<Expression> wanted) {
    var values = new LinkedHashMap<String, Value>();
    expressions.forEach(
        (name, expression) -> {
          if (wanted.test(expression)) {
            values.put(name, expression.value(frame));
          }
        });
    return new Configuration(values);
  }

  public boolean reads(String name) {
    return expressions.values().stream()
        .map(Expression::names)
        .anyMatch((Set<String> names) -> names.contains(name));
  }
}
