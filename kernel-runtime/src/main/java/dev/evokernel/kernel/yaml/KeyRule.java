package dev.evokernel.kernel.yaml;

import module java.base;

import tools.jackson.databind.JsonNode;

/**
 * Rule of a schema for keys that demand or exclude others.
 *
 * <p>It applies to a mapping in which all words of {@code if} hold: {@code key}, {@code key=text}
 * or {@code key:type}, each also with {@code !} before it; {@code |} stands between alternatives.
 * The mapping then has none of the keys of {@code no}, all of {@code needs}, and one of {@code
 * one}. A rule without these three is broken where it applies, as {@code says} says.
 */
record KeyRule(JsonNode rule) {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)(:line)?\\}");

  interface Report {
    void problem(Place at, String message, String advice);
  }

  void apply(YamlNode.Mapping node, Report report) {
    if (!words("if").allMatch(word -> holds(node, word))) {
      return;
    }
    String what = filled("what", node);
    String advice = filled("advice", node);
    words("no")
        .filter(node::has)
        .forEach(key -> report.problem(node.key(key), what + " has no '" + key + "'", advice));
    words("needs")
        .filter(key -> !node.has(key))
        .forEach(
            key ->
                report.problem(
                    node.place(),
                    what.isEmpty()
                        ? "the key '" + key + "' is missing"
                        : what + " has no '" + key + "'",
                    advice));
    List<String> present = words("one").filter(node::has).toList();
    String says =
        rule.has("one") ? present.isEmpty() ? "none" : present.size() > 1 ? "several" : "" : "says";
    if (rule.has(says)) {
      report.problem(
          rule.has("key")
              ? node.key(rule.path("key").asString())
              : node.find(rule.path("value").asString("")).orElse(node).place(),
          filled(says, node).replace("{these}", String.join(" and ", present)),
          advice);
    }
  }

  /** Text of a rule, with {@code {name}} and {@code {name:line}} of the mapping's keys. */
  private String filled(String key, YamlNode.Mapping node) {
    return PLACEHOLDER
        .matcher(rule.path(key).asString(""))
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1).equals("keys")
                        ? String.join("', '", node.values().keySet())
                        : found.group(2) != null
                            ? Integer.toString(node.key(found.group(1)).line())
                            : node.find(found.group(1)).map(KeyRule::shown).orElse(found.group())));
  }

  private Stream<String> words(String key) {
    return Stream.of(rule.path(key).asString("").split(" ", -1)).filter(word -> !word.isEmpty());
  }

  private static boolean holds(YamlNode.Mapping node, String word) {
    if (word.startsWith("!")) {
      return !holds(node, word.substring(1));
    }
    for (String alternative : word.split("\\|", -1)) {
      String[] parts = alternative.split("[=:]", 2);
      Optional<YamlNode> value = node.find(parts[0]);
      if (value.isPresent()
          && (parts.length == 1
              || (alternative.contains(":")
                  ? YamlSchema.isOf(parts[1], value.get())
                  : shown(value.get()).equals(parts[1])))) {
        return true;
      }
    }
    return false;
  }

  private static String shown(YamlNode node) {
    return node instanceof YamlNode.Scalar scalar ? scalar.text() : node.label();
  }
}
