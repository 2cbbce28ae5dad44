package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.value.EvaluationException;
import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.Parameter;

/**
 * Values by which the default of a shape differs from the kernel's default: {@code defaults} of
 * {@code kernel.yaml}.
 *
 * @param scope of all expressions, which read dimensions and facts
 * @param rows in order; an earlier row wins over a later one
 */
public record ShapeDefaults(Scope scope, List<Row> rows) {

  /** Defaults of a kernel whose default is the same on every shape. */
  public static final ShapeDefaults NONE = new ShapeDefaults(Scope.builder().build(), List.of());

  /**
   * Values on some shapes.
   *
   * @param selection name of a shape, or a condition as text; empty for every shape
   * @param condition empty for a name
   * @param values by parameter
   */
  public record Row(
      String selection, Optional<Expression> condition, SequencedMap<String, Expression> values) {

    private boolean selects(Shape shape, Frame frame) {
      return condition
          .map(holds -> holds.test(frame))
          .orElseGet(() -> selection.isEmpty() || selection.equals(shape.name()));
    }

    @Override
    public String toString() {
      String text =
          values.entrySet().stream()
              .map(entry -> entry.getKey() + " = " + entry.getValue())
              .collect(Collectors.joining(", "));
      return selection.isEmpty() ? text : selection + ": " + text;
    }
  }

  public ShapeDefaults {
    rows = List.copyOf(rows);
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /**
   * Returns the values on a shape by parameter, listed or not.
   *
   * @throws EvaluationException if an expression has no value
   */
  public Map<String, Value> values(Shape shape) {
    var values = new LinkedHashMap<String, Value>();
    Frame frame = shape.bind(scope.frame());
    for (Row row : rows) {
      if (row.selects(shape, frame)) {
        row.values()
            .forEach((name, value) -> values.computeIfAbsent(name, _ -> value.value(frame)));
      }
    }
    return values;
  }

  /**
   * Returns the default of a shape. On a shape that the file does not declare, a parameter keeps
   * the value of the kernel's default if the expression has no listed value.
   */
  Configuration on(Shape shape, Configuration theDefault, List<Parameter> parameters) {
    var values = new LinkedHashMap<>(theDefault.plain().values());
    try {
      values(shape)
          .forEach(
              (name, value) ->
                  Parameter.find(parameters, name)
                      .filter(parameter -> parameter.values().contains(value))
                      .ifPresent(_ -> values.put(name, value)));
    } catch (EvaluationException _) {
      return theDefault.plain();
    }
    return new Configuration(values);
  }

  @Override
  public String toString() {
    return rows.stream().map(Row::toString).collect(Collectors.joining("; "));
  }
}
