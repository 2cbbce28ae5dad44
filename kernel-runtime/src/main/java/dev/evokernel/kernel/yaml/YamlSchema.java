package dev.evokernel.kernel.yaml;

import module java.base;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.NodePath;
import dev.evokernel.expr.value.Spelling;
import dev.evokernel.expr.value.Value;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * JSON schema. Reports the validator's errors with their place in the YAML file, and with
 * descriptions and examples of the schema as advice.
 */
record YamlSchema(Schema schema) {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Key; any other text is part of a value that a comma or a colon split. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][\\w.-]*");

  /** Cache, since loading a schema takes longer than validating a file. */
  private static final Map<String, YamlSchema> LOADED = new ConcurrentHashMap<>();

  static YamlSchema of(Class<?> owner, String name) {
    return of(owner.getPackageName() + "/" + name, () -> ShippedText.of(owner, name));
  }

  /** The schema with a name; its text is asked for once. */
  static YamlSchema of(String name, Supplier<String> text) {
    return LOADED.computeIfAbsent(
        name,
        _ ->
            new YamlSchema(
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(text.get(), InputFormat.JSON)));
  }

  void validate(YamlDocument document) {
    for (Error error : schema.validate(json(document.node(), UnaryOperator.identity()))) {
      report(document, error);
    }
    // The validator accepts 2.0 as an integer. Validating again with 0.5 in its place rejects it.
    for (Error error :
        schema.validate(json(document.node(), value -> isWhole(value) ? 0.5 : value))) {
      if (error.getKeyword().equals("type")
          && node(document.node(), error.getInstanceLocation()) instanceof YamlNode.Scalar scalar
          && scalar.value() instanceof Value.RealValue(double value)
          && isWhole(value)) {
        document.problem(
            scalar,
            "%s must be %s, not %s"
                .formatted(name(error.getInstanceLocation()), types(rule(error)), scalar.label()),
            Math.abs(value) < 1L << 53 ? "Write %d.".formatted((long) value) : "");
      }
    }
  }

  private static boolean isWhole(double value) {
    return value == Math.rint(value);
  }

  private Optional<RenamedKey> renamed(YamlDocument document, Error error) {
    String old = error.getProperty();
    String now = rule(error).path("x-renamed").path(old).asString("");
    return now.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new RenamedKey(
                old, now, node(document.node(), error.getInstanceLocation()).mapping().key(old)));
  }

  private void report(YamlDocument document, Error error) {
    YamlNode node = node(document.node(), error.getInstanceLocation());
    String name = name(error.getInstanceLocation());
    JsonNode rule = rule(error);
    Object[] arguments = Objects.requireNonNullElse(error.getArguments(), new Object[0]);
    String bound = arguments.length > 0 ? String.valueOf(arguments[0]) : "";
    switch (error.getKeyword()) {
      case "additionalProperties" -> {
        String key = error.getProperty();
        Optional<RenamedKey> renamed = renamed(document, error);
        if (renamed.isPresent()) {
          document.problem(renamed.get().place(), renamed.get().message(), "");
          return;
        }
        String answer = rule.path("x-answers").path(key).asString("");
        document.problem(
            node.mapping().key(key),
            "unknown key '" + key + "'",
            !answer.isEmpty()
                ? answer
                : NAME.matcher(key).matches()
                    ? Spelling.advice(key, List.copyOf(rule.path("properties").propertyNames()))
                    : "If it belongs to an expression, put the expression in quotes.");
      }
      case "required" -> {
        String key = error.getProperty();
        if (hasUnknownKey(node.mapping(), rule)) {
          return; // The unknown key is reported and probably is the missing one.
        }
        String meaning = rule.path("properties").path(key).path("description").asString("");
        document.problem(node, "the key '" + key + "' is missing", meaning);
      }
      case "propertyNames" -> {
        String key = error.getProperty();
        document.problem(
            node.mapping().key(key),
            "'" + key + "' cannot be a name here",
            rule.path("propertyNames").path("description").asString(""));
      }
      case "type" ->
          document.problem(
              node, name + " must be " + types(rule) + ", not " + node.label(), advice(rule));
      case "enum" -> document.problem(node, name + " cannot be " + given(node), choice(node, rule));
      case "pattern" ->
          document.problem(node, name + " cannot be '" + node.text() + "'", advice(rule));
      case "minimum" -> document.problem(node, outside(name, "at least " + bound, node), "");
      case "exclusiveMinimum" -> document.problem(node, outside(name, "above " + bound, node), "");
      case "maximum" -> document.problem(node, outside(name, "at most " + bound, node), "");
      case "minLength", "minItems", "minProperties" ->
          document.problem(node, name + " is empty", "It needs at least " + bound + ".");
      case "maxItems", "maxProperties" ->
          document.problem(node, name + " has too many entries", "At most " + bound + ".");
      case "uniqueItems" -> document.problem(node, name + " has a duplicate entry", "Remove it.");
      default -> document.problem(node, name + ": " + error.getMessage(), advice(rule));
    }
  }

  private static boolean hasUnknownKey(YamlNode.Mapping node, JsonNode rule) {
    return node.values().keySet().stream().anyMatch(key -> !rule.path("properties").has(key));
  }

  private static String outside(String name, String bound, YamlNode node) {
    return name + " must be " + bound + ", not " + node.text();
  }

  private static YamlNode node(YamlNode root, NodePath path) {
    YamlNode node = root;
    for (int i = 0; i < path.getNameCount(); i++) {
      node =
          path.getElement(i) instanceof Integer index
              ? node.elements().get(index)
              : node.mapping().value(path.getName(i));
    }
    return node;
  }

  private static String name(NodePath path) {
    int last = path.getNameCount() - 1;
    if (last < 0) {
      return "the file";
    }
    return path.getElement(last) instanceof Integer index
        ? "item " + (index + 1) + " of " + name(path.getParent())
        : "'" + path.getName(last) + "'";
  }

  private JsonNode rule(Error error) {
    NodePath fragment = error.getSchemaLocation().getFragment();
    JsonNode rule = schema.getSchemaNode();
    for (int i = 0; i < fragment.getNameCount() - 1; i++) {
      rule =
          fragment.getElement(i) instanceof Integer index
              ? rule.path(index)
              : rule.path(fragment.getName(i));
    }
    return rule;
  }

  private static String types(JsonNode rule) {
    JsonNode type = rule.path("type");
    return (type.isArray() ? type.valueStream() : Stream.of(type))
        .map(name -> typeName(name.asString()))
        .collect(Collectors.joining(" or "));
  }

  private static String typeName(String name) {
    return switch (name) {
      case "object" -> "a mapping";
      case "array" -> "a list";
      case "string" -> "a text";
      case "integer" -> "an integer";
      default -> "a " + name;
    };
  }

  private static String given(YamlNode node) {
    return node instanceof YamlNode.Scalar scalar ? "'" + scalar.text() + "'" : node.label();
  }

  private static String choice(YamlNode node, JsonNode rule) {
    List<String> known =
        rule.path("enum").valueStream().map(JsonNode::asString).collect(Collectors.toList());
    return node instanceof YamlNode.Scalar scalar
        ? Spelling.advice(scalar.text(), known)
        : "Known: " + String.join(", ", known) + ".";
  }

  private static String advice(JsonNode rule) {
    String examples =
        rule.path("examples")
            .valueStream()
            .map(example -> example.isString() ? example.asString() : example.toString())
            .collect(Collectors.joining("  or  "));
    return examples.isEmpty() ? rule.path("description").asString("") : "For example: " + examples;
  }

  /** Converts a node to JSON; {@code real} maps its real numbers. */
  private static JsonNode json(YamlNode node, UnaryOperator<Double> real) {
    return switch (node) {
      case YamlNode.Empty _ -> JSON.nullNode();
      case YamlNode.Sequence(_, List<YamlNode> elements) -> {
        var array = JSON.arrayNode();
        elements.forEach(element -> array.add(json(element, real)));
        yield array;
      }
      case YamlNode.Mapping mapping -> {
        var object = JSON.objectNode();
        mapping.values().forEach((key, value) -> object.set(key, json(value, real)));
        yield object;
      }
      case YamlNode.Scalar scalar ->
          switch (scalar.value()) {
            case Value.IntegerValue(long value) -> JSON.numberNode(value);
            case Value.RealValue(double value) -> JSON.numberNode(real.apply(value));
            case Value.BooleanValue(boolean value) -> JSON.booleanNode(value);
            case Value.TextValue(String value) -> JSON.stringNode(value);
          };
    };
  }
}
