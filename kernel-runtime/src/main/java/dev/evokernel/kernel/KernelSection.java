package dev.evokernel.kernel;

import dev.evokernel.expr.Spelling;
import java.util.List;
import java.util.Optional;

/**
 * A backend's section over the top of the file: where both have a key, the section's replaces the
 * top's as a whole.
 */
final class KernelSection {

  private static final List<String> REQUIRED =
      List.of(
          "sources", "entry", "reference", "parameters", "default", "shapes", "arguments", "work");

  private final YamlNode.Mapping top;
  private final YamlNode.Mapping section;

  private KernelSection(YamlNode.Mapping top, YamlNode.Mapping section) {
    this.top = top;
    this.section = section;
  }

  /**
   * @throws InvalidFileException if the file has no such backend, or the backend lacks a key
   */
  static KernelSection of(YamlDocument document, String backend) {
    YamlNode.Mapping backends = document.root().value("backends").mapping();
    Place place = document.root().key("backends");
    if (backends.find(backend).isEmpty()) {
      List<String> known = List.copyOf(backends.values().keySet());
      document.problem(
          place, "no section for the backend '" + backend + "'", Spelling.advice(backend, known));
      document.check();
    }
    var section = new KernelSection(document.root(), backends.value(backend).mapping());
    for (String key : REQUIRED) {
      if (section.find(key).isEmpty()) {
        document.problem(
            backends.key(backend),
            "the backend '" + backend + "' has no '" + key + "'",
            "Write it here, or at the top for all backends.");
      }
    }
    if (backend.equals("cuda") && section.find("launch").isEmpty()) {
      document.problem(
          backends.key(backend),
          "the backend 'cuda' has no 'launch'",
          "For example: launch: {grid: [\"ceil_div(N, 256)\"], block: [256]}");
    }
    document.check();
    return section;
  }

  Optional<YamlNode> find(String key) {
    return section.find(key).or(() -> top.find(key));
  }

  YamlNode value(String key) {
    return find(key).orElseThrow(() -> new IllegalArgumentException("No key '" + key + "'."));
  }

  /** Where the key in force stands. */
  Place key(String key) {
    return section.find(key).isPresent() ? section.key(key) : top.key(key);
  }
}
