package dev.evokernel.kernel;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Value;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Macros whose values depend on the shape: what a source has compiled in and the problem decides,
 * such as a head dimension or an element type. A configuration has one binary for each distinct
 * choice of their values.
 *
 * @param expressions by the macros' names, in the file's order: integers, truth values or words
 *     over the shape's dimensions and facts and over the parameters
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
   * The macros of a candidate on one shape.
   *
   * @param frame with the shape and the parameters set
   * @throws EvaluationException if one has no value
   */
  Configuration values(Frame frame) {
    return values(frame, _ -> true);
  }

  /** Those that read no parameter: the macros of a reference, which sees none. */
  Configuration values(Frame frame, Collection<Parameter> parameters) {
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

  /** Whether one of them reads a name. */
  boolean reads(String name) {
    return expressions.values().stream()
        .map(Expression::names)
        .anyMatch((Set<String> names) -> names.contains(name));
  }
}
