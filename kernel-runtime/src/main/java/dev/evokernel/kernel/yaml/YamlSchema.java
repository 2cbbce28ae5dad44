package dev.evokernel.kernel.yaml;

import module java.base;

import dev.evokernel.expr.Spelling;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON schema of a YAML file, with the keywords that evo's schemas use. Reports each violation with
 * its place in the file, and with descriptions and examples of the schema as advice.
 *
 * <p>Beside those of JSON schemas there are {@code x-renamed} and {@code x-answers} for unknown
 * keys, and {@code x-rules} with each a {@link KeyRule}.
 */
final class YamlSchema {

  /** Key; any other text is part of a value that a comma or a colon split. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][\\w.-]*");

  private static final Map<String, JsonNode> LOADED = new ConcurrentHashMap<>();

  private final JsonNode root;
  private final YamlDocument document;

  private YamlSchema(JsonNode root, YamlDocument document) {
    this.root = root;
    this.document = document;
  }

  /** Reports the violations of a schema as problems of the document, and returns the schema. */
  static YamlSchema check(YamlDocument document, String name, Supplier<String> text) {
    JsonNode root = LOADED.computeIfAbsent(name, _ -> new JsonMapper().readTree(text.get()));
    var schema = new YamlSchema(root, document);
    schema.check("the file", document.node(), root);
    return schema;
  }

  void apply(String definition, YamlNode.Mapping node) {
    root.path("$defs")
        .path(definition)
        .path("x-rules")
        .forEach(rule -> new KeyRule(rule).apply(node, document::problem));
  }

  private void check(String name, YamlNode node, JsonNode rule) {
    if (rule.has("$ref")) {
      check(name, node, root.at(rule.path("$ref").asString().substring(1)));
    }
    if (rule.has("type")) {
      type(name, node, rule);
    }
    if (rule.has("enum")) {
      choice(name, node, rule.path("enum").valueStream().toList());
    }
    switch (node) {
      case YamlNode.Mapping mapping -> mapping(name, mapping, rule);
      case YamlNode.Sequence list -> list(name, list, rule);
      case YamlNode.Scalar scalar -> scalar(name, scalar, rule);
      case YamlNode.Empty _ -> {}
    }
  }

  /** Rejects 2.0 as an integer, which a JSON schema allows. */
  private void type(String name, YamlNode node, JsonNode rule) {
    JsonNode type = rule.path("type");
    List<String> types =
        (type.isArray() ? type.valueStream() : Stream.of(type)).map(JsonNode::asString).toList();
    if (types.stream().noneMatch(each -> isOf(each, node))) {
      boolean whole =
          types.contains("integer")
              && node instanceof YamlNode.Scalar scalar
              && scalar.value() instanceof Value.RealValue(double real)
              && real == Math.rint(real);
      document.problem(
          node,
          "%s must be %s, not %s"
              .formatted(
                  name,
                  types.stream().map(YamlSchema::typeName).collect(Collectors.joining(" or ")),
                  node.label()),
          !whole
              ? advice(rule)
              : Math.abs(node.real()) < 1L << 53 ? "Write %d.".formatted((long) node.real()) : "");
    }
  }

  static boolean isOf(String type, YamlNode node) {
    return switch (node) {
      case YamlNode.Mapping _ -> type.equals("object");
      case YamlNode.Sequence _ -> type.equals("array");
      case YamlNode.Empty _ -> type.equals("null");
      case YamlNode.Scalar scalar ->
          switch (scalar.value().type()) {
            case TEXT -> type.equals("string");
            case BOOLEAN -> type.equals("boolean");
            case REAL -> type.equals("number");
            case INTEGER -> type.equals("number") || type.equals("integer");
          };
    };
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

  private void choice(String name, YamlNode node, List<JsonNode> words) {
    List<String> known = words.stream().map(JsonNode::asString).toList();
    if (!(node instanceof YamlNode.Scalar scalar)) {
      document.problem(
          node, name + " cannot be " + node.label(), "Known: " + String.join(", ", known) + ".");
    } else if (words.stream().noneMatch(word -> Value.of(word.asString()).equals(scalar.value()))) {
      document.problem(
          node, name + " cannot be '" + scalar.text() + "'", Spelling.advice(scalar.text(), known));
    }
  }

  private void scalar(String name, YamlNode.Scalar node, JsonNode rule) {
    Type type = node.value().type();
    if (type.isNumber()) {
      bound(name, node, rule, "minimum", "at least", bound -> node.real() >= bound);
      bound(name, node, rule, "exclusiveMinimum", "above", bound -> node.real() > bound);
      bound(name, node, rule, "maximum", "at most", bound -> node.real() <= bound);
      bound(name, node, rule, "exclusiveMaximum", "below", bound -> node.real() < bound);
    } else if (type == Type.TEXT) {
      size(name, node, rule, "Length", node.text().length());
      if (rule.has("pattern")
          && !Pattern.compile(rule.path("pattern").asString()).matcher(node.text()).find()) {
        document.problem(node, name + " cannot be '" + node.text() + "'", advice(rule));
      }
    }
  }

  private void bound(
      String name,
      YamlNode node,
      JsonNode rule,
      String keyword,
      String words,
      DoublePredicate holds) {
    JsonNode bound = rule.path(keyword);
    if (bound.isNumber() && !holds.test(bound.doubleValue())) {
      document.problem(
          node, "%s must be %s %s, not %s".formatted(name, words, bound, node.text()), "");
    }
  }

  /** Checks bounds such as {@code minItems} and {@code maxItems}. */
  private void size(String name, YamlNode node, JsonNode rule, String of, int size) {
    if (size < rule.path("min" + of).asInt(0)) {
      document.problem(
          node, name + " is empty", "It needs at least " + rule.path("min" + of) + ".");
    }
    if (size > rule.path("max" + of).asInt(Integer.MAX_VALUE)) {
      document.problem(
          node, name + " has too many entries", "At most " + rule.path("max" + of) + ".");
    }
  }

  private void list(String name, YamlNode.Sequence node, JsonNode rule) {
    int size = node.elements().size();
    size(name, node, rule, "Items", size);
    if (rule.path("uniqueItems").asBoolean(false)
        && node.elements().stream().map(YamlSchema::content).distinct().count() < size) {
      document.problem(node, name + " has a duplicate entry", "Remove it.");
    }
    for (int i = 0; i < size && rule.has("items"); i++) {
      check("item " + (i + 1) + " of " + name, node.elements().get(i), rule.path("items"));
    }
  }

  private static Object content(YamlNode node) {
    return switch (node) {
      case YamlNode.Empty _ -> Optional.empty();
      case YamlNode.Scalar scalar -> scalar.value();
      case YamlNode.Sequence list -> list.each(YamlSchema::content);
      case YamlNode.Mapping mapping -> {
        var contents = new HashMap<String, Object>();
        mapping.forEach((key, value) -> contents.put(key, content(value)));
        yield contents;
      }
    };
  }

  private void mapping(String name, YamlNode.Mapping node, JsonNode rule) {
    size(name, node, rule, "Properties", node.values().size());
    required(node, rule);
    List<JsonNode> ways = rule.path("anyOf").valueStream().toList();
    if (ways.stream().allMatch(way -> keys(way).anyMatch(key -> node.find(key).isEmpty()))) {
      ways.forEach(way -> required(node, way));
    }
    if (onlyKnown(node, rule)) {
      rule.path("x-rules").forEach(each -> new KeyRule(each).apply(node, document::hold));
    }
    JsonNode names = rule.path("propertyNames");
    node.forEach(
        (key, value) -> {
          if (!Pattern.compile(names.path("pattern").asString("")).matcher(key).find()) {
            document.problem(
                node.key(key),
                "'" + key + "' cannot be a name here",
                names.path("description").asString(""));
          }
          Optional<JsonNode> known = known(key, rule);
          JsonNode others = rule.path("additionalProperties");
          if (known.isPresent() || others.isObject()) {
            check("'" + key + "'", value, known.orElse(others));
          } else if (!others.asBoolean(true)) {
            unknown(node.key(key), key, rule);
          }
        });
  }

  private static Optional<JsonNode> known(String key, JsonNode rule) {
    return Optional.<JsonNode>ofNullable(rule.path("properties").get(key))
        .or(
            () ->
                rule.path("patternProperties")
                    .propertyStream()
                    .filter(each -> Pattern.compile(each.getKey()).matcher(key).find())
                    .map(Map.Entry::getValue)
                    .findFirst());
  }

  private static Stream<String> keys(JsonNode rule) {
    return rule.path("required").valueStream().map(JsonNode::asString);
  }

  /** Reports missing keys, unless an unknown key is reported, which probably is the missing one. */
  private void required(YamlNode.Mapping node, JsonNode rule) {
    if (onlyKnown(node, rule)) {
      keys(rule)
          .filter(key -> node.find(key).isEmpty())
          .forEach(
              key ->
                  document.problem(
                      node,
                      "the key '" + key + "' is missing",
                      rule.path("properties").path(key).path("description").asString("")));
    }
  }

  private static boolean onlyKnown(YamlNode.Mapping node, JsonNode rule) {
    return node.values().keySet().stream().allMatch(key -> rule.path("properties").has(key));
  }

  private void unknown(Place at, String key, JsonNode rule) {
    String now = rule.path("x-renamed").path(key).asString("");
    if (!now.isEmpty()) {
      document.problem(at, "'%s' is called '%s' since 0.2".formatted(key, now), "");
      return;
    }
    String answer = rule.path("x-answers").path(key).asString("");
    document.problem(
        at,
        "unknown key '" + key + "'",
        !answer.isEmpty()
            ? answer
            : NAME.matcher(key).matches()
                ? Spelling.advice(key, List.copyOf(rule.path("properties").propertyNames()))
                : "If it belongs to an expression, put the expression in quotes.");
  }

  private static String advice(JsonNode rule) {
    String examples =
        rule.path("examples")
            .valueStream()
            .map(example -> example.isString() ? example.asString() : example.toString())
            .collect(Collectors.joining("  or  "));
    return examples.isEmpty() ? rule.path("description").asString("") : "For example: " + examples;
  }
}
