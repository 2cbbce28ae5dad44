package dev.evokernel.imports;

import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** Pieces of YAML on one line. Texts are in quotes, as in JSON, which is YAML, too. */
final class Yaml {

  private Yaml() {}

  /** A text; a whole number as it is. */
  static String text(String text) {
    return text.matches("-?\\d+") ? text : JsonMapper.shared().writeValueAsString(text);
  }

  /** A list of texts. */
  static String list(Iterable<String> texts) {
    var list = new StringBuilder();
    texts.forEach(text -> list.append(list.isEmpty() ? "" : ", ").append(text(text)));
    return "[" + list + "]";
  }

  /** A mapping whose values are YAML already. */
  static String mapping(Map<String, String> values) {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + entry.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
