package dev.evokernel.imports;

import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** YAML in flow style. Texts are quoted as in JSON. */
final class Yaml {

  private Yaml() {}

  /** Quoted text; integers stay unquoted. */
  static String text(String text) {
    return text.matches("-?\\d+") ? text : JsonMapper.shared().writeValueAsString(text);
  }

  static String list(Iterable<String> texts) {
    var list = new StringBuilder();
    texts.forEach(text -> list.append(list.isEmpty() ? "" : ", ").append(text(text)));
    return "[" + list + "]";
  }

  /** Mapping whose values are YAML already. */
  static String mapping(Map<String, String> values) {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + entry.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
