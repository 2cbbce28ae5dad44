package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.value.Type;
import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.ShapeDefaults;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.kernel.yaml.Place;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/**
 * Reads {@code defaults}: an expression for a parameter, or values for a shape or a condition. The
 * result is one expression for each parameter.
 */
record DefaultsReader(
    YamlDocument document,
    ExpressionReader expressions,
    List<Parameter> parameters,
    List<Shape> shapes) {

  Configuration rule(Configuration theDefault, YamlNode.Mapping node) {
    var rule = new LinkedHashMap<String, String>();
    var entries = new ArrayList<>(node.values().entrySet());
    for (Map.Entry<String, YamlNode> entry : entries) {
      if (!(entry.getValue() instanceof YamlNode.Mapping)) {
        set(rule, node.key(entry.getKey()), entry, UnaryOperator.identity());
      }
    }
    for (Map.Entry<String, YamlNode> entry : entries.reversed()) { // An earlier one wins.
      if (entry.getValue() instanceof YamlNode.Mapping own) {
        String condition = condition(node.key(entry.getKey()), entry.getKey());
        for (Map.Entry<String, YamlNode> value : own.values().entrySet()) {
          String name = value.getKey();
          String otherwise =
              Optional.ofNullable(rule.get(name))
                  .or(() -> theDefault.find(name).map(DefaultsReader::literal))
                  .orElse("");
          set(
              rule,
              own.key(name),
              value,
              text -> "%s ? %s : %s".formatted(inside(condition), inside(text), otherwise));
        }
      }
    }
    return theDefault.byShape(ShapeDefaults.rule(rule));
  }

  private void set(
      Map<String, String> rule,
      Place place,
      Map.Entry<String, YamlNode> entry,
      UnaryOperator<String> text) {
    String name = entry.getKey();
    String unknown = "'defaults' has no parameter '%s' to set";
    if (document.knows(Parameter.names(parameters), place, name, unknown)) {
      Parameter parameter = Parameter.find(parameters, name).orElseThrow();
      rule.put(name, text.apply(value(parameter, entry.getValue())));
    }
  }

  private String value(Parameter parameter, YamlNode node) {
    Value value = node.scalar().value();
    return parameter.values().contains(value)
        ? literal(value)
        : expressions.ofShape(node, parameter.type()).expanded();
  }

  private static String literal(Value value) {
    return value.type() == Type.TEXT ? "\"" + value + "\"" : value.toString();
  }

  private static String inside(String text) {
    return text.contains("?") ? "(" + text + ")" : text;
  }

  /** Returns the condition of an entry; a shape's name stands for its dimensions and facts. */
  private String condition(Place place, String selection) {
    List<String> names = shapes.stream().map(Shape::name).toList();
    if (names.contains(selection)) {
      Shape shape = shapes.get(names.indexOf(selection));
      return Stream.concat(
              shape.dimensions().entrySet().stream()
                  .map(size -> size.getKey() + " == " + size.getValue()),
              shape.facts().entrySet().stream()
                  .map(fact -> fact.getKey() + " == " + literal(fact.getValue())))
          .collect(Collectors.joining(" and "));
    }
    if (selection.matches("[A-Za-z0-9][\\w.-]*")) {
      document.knows(
          names, place, selection, "'defaults' names neither a parameter nor a shape '%s'");
      return "true";
    }
    return expressions
        .ofShape(
            new YamlNode.Scalar(place, selection, Value.of(selection), List.of()), Type.BOOLEAN)
        .expanded();
  }
}
