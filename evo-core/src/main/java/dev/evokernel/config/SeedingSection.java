package dev.evokernel.config;

import module java.base;

import dev.evokernel.config.options.SeedingOptions;
import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.yaml.YamlNode;

/** Section {@code seeding} of a job, read and written. */
final class SeedingSection {

  private SeedingSection() {}

  /**
   * @param beside resolves a path relative to the file's folder
   */
  static SeedingOptions read(YamlNode.Mapping node, UnaryOperator<Path> beside) {
    return new SeedingOptions(
        node.find("configurations")
            .map(list -> list.each(configuration -> configuration(configuration.mapping())))
            .orElse(List.of()),
        node.find("runs").map(YamlNode::texts).orElse(List.of()),
        node.find("microbench")
            .map(files -> files.each(file -> microbench(file, beside)))
            .orElse(List.of()),
        node.find("recordings")
            .map(list -> list.each(file -> beside.apply(Path.of(file.text()))))
            .orElse(List.of()),
        node.find("hardware").map(count -> (int) count.integer()).orElse(0),
        node.find("prior")
            .map(prior -> SeedingOptions.Prior.valueOf(prior.text().toUpperCase(Locale.ROOT)))
            .orElse(SeedingOptions.DEFAULT.prior()),
        node.find("top").map(top -> (int) top.integer()).orElse(SeedingOptions.DEFAULT.top()));
  }

  /** Resolves a file that {@code microbench} names. */
  static Path microbench(YamlNode node, UnaryOperator<Path> beside) {
    Path file = Path.of(node.text());
    return file.equals(SeedingOptions.USUAL_PLACE) ? file : beside.apply(file);
  }

  private static Map<String, Value> configuration(YamlNode.Mapping node) {
    var values = new LinkedHashMap<String, Value>();
    node.values().forEach((name, value) -> values.put(name, value.scalar().value()));
    return values;
  }

  /** Writes the section with its key and all defaults. */
  static String text(SeedingOptions seeding) {
    var text = new StringBuilder("seeding:\n");
    JobText.line(text, "  top", Integer.toString(seeding.top()));
    JobText.line(text, "  prior", seeding.prior().label());
    JobText.line(text, "  hardware", Integer.toString(seeding.hardware()));
    if (!seeding.microbench().isEmpty()) {
      JobText.line(text, "  microbench", JobText.list(seeding.microbench()));
    }
    if (!seeding.recordings().isEmpty()) {
      JobText.line(text, "  recordings", JobText.list(seeding.recordings()));
    }
    if (!seeding.runs().isEmpty()) {
      JobText.line(text, "  runs", JobText.list(seeding.runs()));
    }
    if (!seeding.configurations().isEmpty()) {
      text.append("  configurations:\n");
      seeding
          .configurations()
          .forEach(
              configuration -> text.append("    - ").append(mapping(configuration)).append('\n'));
    }
    return text.toString();
  }

  private static String mapping(Map<String, Value> values) {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + plain(entry.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String plain(Value value) {
    return value instanceof Value.TextValue(String word) ? JobText.quoted(word) : value.toString();
  }
}
