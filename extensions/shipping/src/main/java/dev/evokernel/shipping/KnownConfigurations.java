package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.cli.SeedFormat;
import dev.evokernel.expr.Value;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reader of the configurations in a file of another program, tuned by evo or by anything else, as
 * initial configurations.
 *
 * <p>A file with evidence beside it is read from its evidence. Others are JSON, recognised by their
 * form.
 */
public final class KnownConfigurations implements SeedFormat {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Fields of a template's entry that are not tuned. */
  private static final Set<String> FIXED =
      Set.of(
          "template_id", "template_hash", "hint_override", "EVEN_K", "ACC_TYPE", "USE_FAST_ACCUM");

  /** {@inheritDoc} Configurations are distinct. */
  @Override
  public Optional<List<Map<String, Value>>> configurations(Path file) {
    Path name = Objects.requireNonNull(file.getFileName(), "a file has a name");
    if (Files.isRegularFile(file.resolveSibling(Evidence.name(name.toString())))) {
      return Optional.of(
          Evidence.read(file).accepted().buckets().stream()
              .map(bucket -> bucket.configuration().values())
              .distinct()
              .toList());
    }
    if (!name.toString().endsWith(".json")) {
      return Optional.empty();
    }
    try {
      return Optional.of(configurations(JSON.readTree(Files.readString(file))).distinct().toList())
          .filter(found -> !found.isEmpty());
    } catch (IOException | JacksonException _) {
      return Optional.empty(); // Another reader says why.
    }
  }

  private static Stream<Map<String, Value>> configurations(JsonNode root) {
    if (root.path("buckets").isArray()) { // evo's own plain JSON
      return root.get("buckets").valueStream().map(bucket -> values(bucket.path("configuration")));
    }
    if (root.path("default_config").path("kwargs").isObject()) { // flash-linear-attention
      var config = new LinkedHashMap<>(values(root.get("default_config").get("kwargs")));
      config.putAll(values(root.get("default_config")));
      return Stream.of(config);
    }
    if (root.path("block_sizes").isArray()) { // Helion
      return Stream.of(values(root));
    }
    if (root.isObject() && root.propertyNames().stream().anyMatch(key -> key.matches("\\d+"))) {
      return root.propertyStream() // vLLM and SGLang
          .filter(bucket -> bucket.getKey().matches("\\d+") && bucket.getValue().isObject())
          .map(bucket -> values(bucket.getValue()));
    }
    return root.isObject()
        ? root.valueStream() // Inductor
            .filter(JsonNode::isArray)
            .flatMap(JsonNode::valueStream)
            .filter(entry -> entry.path("template_id").asString("").startsWith("triton::"))
            .map(KnownConfigurations::values)
        : Stream.of();
  }

  /** Plain values by name; the elements of a list have its name and their position. */
  private static Map<String, Value> values(JsonNode object) {
    var values = new LinkedHashMap<String, Value>();
    object.forEachEntry(
        (name, value) -> {
          if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
              put(values, name + "_" + i, value.get(i));
            }
          } else if (!FIXED.contains(name)) {
            put(values, name, value);
          }
        });
    return values;
  }

  private static void put(Map<String, Value> values, String name, JsonNode value) {
    if (value.isNumber() || value.isString() || value.isBoolean()) {
      values.put(name, Value.ofPlain(JSON.treeToValue(value, Object.class)));
    }
  }
}
