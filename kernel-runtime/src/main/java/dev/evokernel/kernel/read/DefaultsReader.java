package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.value.EvaluationException;
import dev.evokernel.expr.value.Spelling;
import dev.evokernel.expr.value.Type;
import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.ShapeDefaults;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.read.argument.ExpressionReader;
import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.kernel.yaml.Place;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/** Reads {@code defaults}: expressions by parameter, and values by shape or condition. */
record DefaultsReader(
    YamlDocument document,
    ExpressionReader expressions,
    List<Parameter> parameters,
    List<Shape> shapes) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][\\w.-]*");

  ShapeDefaults defaults(YamlNode.Mapping node) {
    var rows = new ArrayList<ShapeDefaults.Row>();
    var everywhere = new LinkedHashMap<String, Expression>();
    node.forEach(
        (key, value) -> {
          if (value instanceof YamlNode.Mapping own) {
            rows.add(row(node.key(key), key, own));
          } else {
            value(node.key(key), key, value, everywhere);
          }
        });
    if (!everywhere.isEmpty()) {
      rows.add(new ShapeDefaults.Row("", Optional.empty(), everywhere));
    }
    return new ShapeDefaults(expressions.scope(), rows);
  }

  private ShapeDefaults.Row row(Place place, String selection, YamlNode.Mapping own) {
    var values = new LinkedHashMap<String, Expression>();
    own.forEach((name, value) -> value(own.key(name), name, value, values));
    boolean named = NAME.matcher(selection).matches();
    List<String> names = shapes.stream().map(Shape::name).toList();
    if (named && !names.contains(selection)) {
      document.problem(
          place,
          "'defaults' names an unknown shape '" + selection + "'",
          Spelling.advice(selection, names));
    }
    var condition = new YamlNode.Scalar(place, selection, Value.of(selection), List.of());
    return new ShapeDefaults.Row(
        selection,
        named ? Optional.empty() : Optional.of(expressions.ofShape(condition, Type.BOOLEAN)),
        values);
  }

  private void value(
      Place place, String name, YamlNode value, SequencedMap<String, Expression> values) {
    Optional<Parameter> parameter = Parameter.find(parameters, name);
    if (parameter.isEmpty()) {
      document.problem(
          place,
          "'defaults' has no parameter '" + name + "' to set",
          Spelling.advice(name, parameters.stream().map(Parameter::name).toList()));
      return;
    }
    Value literal = value.scalar().value();
    values.put(
        name,
        parameter.get().values().contains(literal)
            ? expressions.constant(literal)
            : expressions.ofShape(value, parameter.get().type()));
  }

  /** Reports shapes on which a parameter has no value, or one that is not listed. */
  static void check(
      YamlDocument document,
      Place place,
      ShapeDefaults defaults,
      List<Parameter> parameters,
      List<Shape> shapes) {
    for (Shape shape : shapes) {
      try {
        defaults
            .values(shape)
            .forEach(
                (name, value) -> {
                  List<Value> listed = Parameter.find(parameters, name).orElseThrow().values();
                  if (!listed.contains(value)) {
                    document.problem(
                        place,
                        "the default of shape '%s' has %s=%s, which is not among the values"
                            .formatted(shape.name(), name, value),
                        "Use one of %s."
                            .formatted(
                                listed.stream()
                                    .map(Value::toString)
                                    .collect(Collectors.joining(", "))));
                  }
                });
      } catch (EvaluationException e) {
        document.problem(
            place,
            "the default of shape '%s' has no value: %s".formatted(shape.name(), e.getMessage()),
            "Correct the expression, or the shape.");
      }
    }
  }
}
