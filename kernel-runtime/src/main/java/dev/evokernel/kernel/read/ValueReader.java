package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Pathology;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.yaml.Place;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

record ValueReader(YamlDocument document, List<Parameter> parameters) {

  /** Reads a value for each parameter; messages call the owner of the values {@code label}. */
  Configuration configuration(String label, Place place, YamlNode.Mapping node) {
    for (Parameter parameter : parameters) {
      if (!node.has(parameter.name())) {
        document.problem(
            place,
            label + " lacks '" + parameter.name() + "'",
            "Use one of " + joined(parameter.values()) + ".");
      }
    }
    Map<String, Value> read = values(node, label + " has no parameter '%s' to set");
    var ordered = new LinkedHashMap<String, Value>();
    for (String name : Parameter.names(parameters)) {
      Optional.ofNullable(read.get(name)).ifPresent(value -> ordered.put(name, value));
    }
    return new Configuration(ordered);
  }

  /** Reads listed values of parameters; {@code unknown} is the message for any other name. */
  private Map<String, Value> values(YamlNode.Mapping node, String unknown) {
    var values = new LinkedHashMap<String, Value>();
    node.forEach(
        (name, value) ->
            parameter(node.key(name), name, unknown)
                .ifPresent(parameter -> values.put(name, listed(parameter, value))));
    return values;
  }

  private Optional<Parameter> parameter(Place place, String name, String unknown) {
    document.knows(Parameter.names(parameters), place, name, unknown);
    return Parameter.find(parameters, name);
  }

  private Value listed(Parameter parameter, YamlNode node) {
    Value value = node.scalar().value();
    if (!parameter.values().contains(value)) {
      document.problem(
          node,
          parameter.name()
              + " is never "
              + (value.type() == parameter.type() ? "'" + value + "'" : node.label()),
          "Use one of " + joined(parameter.values()) + ".");
    }
    return value;
  }

  private static String joined(List<Value> values) {
    return values.stream().map(Value::toString).collect(Collectors.joining(", "));
  }

  /** Reads pathologies. A source must mention each macro, or it would change nothing. */
  List<Pathology> pathologies(YamlNode list, Source source) {
    document.distinct(list, "pathology");
    var words = new SourceWords(source.read().distinct().toList());
    var pathologies = new ArrayList<Pathology>();
    for (YamlNode element : list.elements()) {
      YamlNode.Mapping node = element.mapping();
      node.find("macro").ifPresent(macro -> check(macro, words));
      Map<String, Value> values = values(node.mapping("set"), "there is no parameter '%s' to set");
      if (node.has("macro") || !values.isEmpty()) {
        pathologies.add(
            new Pathology(
                node.value("name").text(),
                node.texts("macro"),
                new Configuration(values),
                node.value("suspects").text(),
                node.text("because").orElse("")));
      }
    }
    return pathologies;
  }

  private void check(YamlNode macro, SourceWords words) {
    String name = macro.text();
    if (Parameter.find(parameters, name).isPresent()) {
      document.problem(
          macro,
          "'" + name + "' is a parameter",
          "Change it with 'set', for example set: {" + name + ": …}.");
    } else {
      words.check(document, macro.place(), name);
    }
  }

  /**
   * Returns a default that depends on the shape: for a parameter by an expression, for a shape or a
   * condition by values. It becomes one expression for each parameter.
   */
  Configuration byShape(
      Configuration theDefault,
      YamlNode.Mapping node,
      ExpressionReader expressions,
      List<Shape> shapes) {
    var rule = new LinkedHashMap<String, String>();
    var entries = new ArrayList<>(node.values().entrySet());
    for (Map.Entry<String, YamlNode> entry : entries) {
      if (!(entry.getValue() instanceof YamlNode.Mapping)) {
        set(rule, node, entry.getKey(), expressions, UnaryOperator.identity());
      }
    }
    for (Map.Entry<String, YamlNode> entry : entries.reversed()) { // An earlier one wins.
      if (entry.getValue() instanceof YamlNode.Mapping own) {
        String condition = condition(node.key(entry.getKey()), entry.getKey(), expressions, shapes);
        for (String name : own.values().keySet()) {
          String otherwise =
              Optional.ofNullable(rule.get(name))
                  .or(() -> theDefault.find(name).map(ValueReader::literal))
                  .orElse("");
          set(
              rule,
              own,
              name,
              expressions,
              text -> "%s ? %s : %s".formatted(inside(condition), inside(text), otherwise));
        }
      }
    }
    return theDefault.byShape(rule);
  }

  private void set(
      Map<String, String> rule,
      YamlNode.Mapping node,
      String name,
      ExpressionReader expressions,
      UnaryOperator<String> text) {
    parameter(node.key(name), name, "'defaults' has no parameter '%s' to set")
        .ifPresent(
            parameter -> {
              YamlNode.Scalar scalar = node.value(name).scalar();
              rule.put(
                  name,
                  text.apply(
                      parameter.values().contains(scalar.value())
                          ? literal(scalar.value())
                          : expressions.ofShape(scalar, parameter.type()).expanded()));
            });
  }

  private static String literal(Value value) {
    return value.type() == Type.TEXT ? "\"" + value + "\"" : value.toString();
  }

  private static String inside(String text) {
    return text.contains("?") ? "(" + text + ")" : text;
  }

  /** Returns the condition of an entry; a shape's name stands for its dimensions and facts. */
  private String condition(
      Place place, String selection, ExpressionReader expressions, List<Shape> shapes) {
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
