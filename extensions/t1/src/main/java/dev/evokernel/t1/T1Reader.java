package dev.evokernel.t1;

import module java.base;

import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.store.sql.JsonProblem;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads T1 files, the auto-tuning community's descriptions of search spaces: {@code
 * ConfigurationSpace} with {@code TuningParameters} and {@code Conditions}.
 */
public record T1Reader(Path file) {

  /**
   * Reads a description; its Python expressions are not translated.
   *
   * @throws InvalidFileException if the file cannot be read or is not a T1 file
   */
  public T1Space read() {
    JsonNode root = root();
    JsonNode described = root.path("ConfigurationSpace");
    if (!described.path("TuningParameters").isArray()) {
      throw T1Space.problem(
          file,
          "'ConfigurationSpace.TuningParameters' is missing or not a list",
          "A T1 file describes a space; recordings have another format.");
    }
    var values = new LinkedHashMap<String, String>();
    for (JsonNode parameter : described.path("TuningParameters")) {
      String name = text(parameter, "Name");
      if (values.put(name, values(name, parameter.path("Values"))) != null) {
        throw T1Space.problem(file, "duplicate parameter '" + name + "'", "Remove one of them.");
      }
    }
    List<String> conditions = new ArrayList<>();
    for (JsonNode condition : described.path("Conditions")) {
      conditions.add(condition.isString() ? condition.asString() : text(condition, "Expression"));
    }
    JsonNode name = root.path("General").path("BenchmarkName");
    return new T1Space(
        file, name.isString() ? name.asString() : file.getFileName() + "", values, conditions);
  }

  private JsonNode root() {
    try {
      return JsonMapper.shared().readTree(Files.readString(file));
    } catch (IOException e) {
      throw T1Space.problem(
          file, "cannot be read: " + e.getMessage(), "Check the path and its permissions.");
    } catch (JacksonException e) {
      throw T1Space.problem(file, "not JSON: " + JsonProblem.of(e), "");
    }
  }

  private String values(String name, JsonNode node) {
    if (node.isString()) {
      return node.asString();
    }
    if (node.isArray()) {
      return node.toString();
    }
    throw T1Space.problem(
        file,
        "the parameter '" + name + "' has no 'Values'",
        "Write them as a list, as in \"[1, 2, 4]\".");
  }

  private String text(JsonNode node, String key) {
    if (node.path(key).isString()) {
      return node.path(key).asString();
    }
    throw T1Space.problem(
        file, "'" + key + "' is missing in " + node, "Every parameter has a name and values.");
  }
}
