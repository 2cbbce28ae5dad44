package dev.evokernel.config;

import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.YamlDocument;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Source of a job: an {@code evo.yaml}, parsed once, so that later errors can be reported at their
 * line. Files with equal paths are equal.
 */
public final class JobFile {

  /** Source of a job that a program builds. */
  public static final JobFile NONE = new JobFile(Path.of("the job of this program"));

  private final Path path;
  private @Nullable YamlDocument document;

  /**
   * @param path absolute, except for {@link #NONE}
   */
  public JobFile(Path path) {
    this.path = path;
  }

  /** Source with the text of a job that a program builds. */
  static JobFile ofText(String text) {
    return ofText(NONE.path, text);
  }

  /** Source with a text as if from a file. */
  static JobFile ofText(Path path, String text) {
    var file = new JobFile(path);
    file.document = YamlDocument.of(path, text);
    return file;
  }

  /**
   * @throws InvalidFileException if the file does not exist, or does not match the schema
   */
  static JobFile read(Path evoYaml) {
    var file = new JobFile(evoYaml.toAbsolutePath().normalize());
    file.document = YamlDocument.read(evoYaml, JobSchema.NAME, JobSchema::text);
    return file;
  }

  public Path path() {
    return path;
  }

  public synchronized YamlDocument document() {
    YamlDocument parsed = document;
    if (parsed == null) {
      parsed = YamlDocument.read(path, JobSchema.NAME, JobSchema::text);
      document = parsed;
    }
    return parsed;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JobFile file && path.equals(file.path);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(path);
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
