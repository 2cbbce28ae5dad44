package dev.evokernel.config;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.text.YamlText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The schema has the keys of the reader and the writer, with their defaults. */
final class JobKeysTest {

  /** Job with every key, except the keys that other rules of sampling read. */
  private static String everything(String stop) {
    return """
      kernel: gemm
      device: cpu
      shapes: [small]
      variant: [tiled]
      budget: {wall: 3m, evaluations: 20000}
      seeding: {microbench: auto, recordings: [a.json], runs: [latest], configurations: [{A: 1}]}
      metrics: {prometheus: 9464}
      notify: {command: [say], webhook: "http://127.0.0.1"}
      gate: {fuzz: 3}
      sampling: {stop: %s, energy: true}
      """
        .formatted(stop);
  }

  @TempDir Path folder;

  private Map<String, Object> written(String evoYaml) throws IOException {
    Path file = Files.writeString(folder.resolve("evo.yaml"), evoYaml);
    return Keys.written(JobReader.read(file));
  }

  /** Keys with their section, for example {@code budget.wall}. */
  private static Map<String, String> flat(Map<String, Object> keys) {
    var flat = new TreeMap<String, String>();
    keys.forEach(
        (key, value) -> {
          if (value instanceof Map<?, ?> section) {
            section.forEach((inner, text) -> flat.put(key + "." + inner, YamlText.of(text)));
          } else {
            flat.put(key, YamlText.of(value));
          }
        });
    return flat;
  }

  private static Map<String, JsonNode> schema() {
    var flat = new TreeMap<String, JsonNode>();
    List<String> ofModules = SectionReader.all().stream().map(SectionReader::key).toList();
    JsonNode keys = new JsonMapper().readTree(JobFile.schema()).path("properties");
    keys.forEachEntry(
        (key, either) -> {
          JsonNode rule = section(either);
          if (rule.path("properties").isMissingNode()) {
            flat.put(key, rule);
          } else if (!ofModules.contains(key)) {
            rule.path("properties").forEachEntry((inner, of) -> flat.put(key + "." + inner, of));
          }
        });
    return flat;
  }

  /** The section, where a word may stand in its place. */
  private static JsonNode section(JsonNode rule) {
    return rule.path("anyOf")
        .valueStream()
        .filter(one -> one.has("properties"))
        .findFirst()
        .orElse(rule);
  }

  @Test
  void schema_hasTheKeysThatAJobMayHave() throws IOException {
    var keys = new TreeSet<String>();
    for (String rule : List.of("error", "deviation", "stable-noise", "entropy", "count")) {
      keys.addAll(flat(written(everything(rule))).keySet());
    }
    assertThat(schema().keySet()).isEqualTo(keys);
  }

  @Test
  void schema_saysTheDefaults() throws IOException {
    Map<String, String> defaults = flat(written("kernel: gemm"));
    for (String rule : List.of("deviation", "entropy", "count")) {
      flat(written("kernel: gemm\nsampling: {stop: %s}".formatted(rule)))
          .forEach(defaults::putIfAbsent);
    }
    defaults.put("results", "results");
    defaults.replaceAll((_, text) -> text.replace("\"", ""));
    schema()
        .forEach(
            (key, rule) -> {
              if (!text(rule).equals("{}")
                  && !text(rule).equals("[]")
                  && defaults.containsKey(key)) {
                assertThat(defaults).containsEntry(key, text(rule));
              }
            });
  }

  /** Default of a key, or of the keys below it. */
  private static String text(JsonNode rule) {
    if (rule.has("default")) {
      Object value = new JsonMapper().treeToValue(rule.path("default"), Object.class);
      return YamlText.of(value).replace("\"", "");
    }
    return rule.path("properties")
        .propertyStream()
        .map(inner -> inner.getKey() + ": " + text(inner.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
