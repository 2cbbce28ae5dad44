package dev.evokernel.config;

import dev.evokernel.backend.Backend;
import dev.evokernel.kernel.yaml.ShippedText;
import dev.evokernel.kernel.yaml.YamlDocument;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Source of a job: an {@code evo.yaml}, parsed once, so that later errors can be reported at their
 * line. Files with equal paths are equal.
 *
 * @param path absolute, except for the text of a job that a program builds
 */
public record JobFile(Path path, YamlDocument document) {

  private static final String SCHEMA = "evo.schema.json";
  private static final String PROPERTIES = "\n  \"properties\": {\n";
  static final Path NONE = Path.of("the job of this program");

  static JobFile ofText(Path path, String text) {
    return new JobFile(path, YamlDocument.of(path, text));
  }

  static JobFile read(Path evoYaml) {
    return new JobFile(
        evoYaml.toAbsolutePath().normalize(), YamlDocument.read(evoYaml, SCHEMA, JobFile::schema));
  }

  /** JSON schema of {@code evo.yaml}, with sections and backends of other modules. */
  public static String schema() {
    String sections =
        SectionReader.all().stream()
            .map(reader -> "\"%s\": %s,\n".formatted(reader.key(), reader.schema().strip()))
            .collect(Collectors.joining())
            .indent(4);
    String backends =
        Backend.all().stream().map(Backend::name).collect(Collectors.joining("|", "(", ")"));
    return ShippedText.of(JobFile.class, SCHEMA)
        .replace(PROPERTIES, PROPERTIES + sections)
        .replace("(cuda)", backends);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JobFile file && path.equals(file.path);
  }

  @Override
  public int hashCode() {
    return path.hashCode();
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
