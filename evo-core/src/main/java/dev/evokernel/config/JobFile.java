package dev.evokernel.config;

import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.YamlDocument;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An {@code evo.yaml}, parsed once: errors that are found later are reported at the line of their
 * cause. Equal to another with the same path.
 */
public final class JobFile {

  /** Of a job that a program describes. */
  public static final JobFile NONE = new JobFile(Path.of("the job of this program"));

  private final Path path;
  private @Nullable YamlDocument document;

  /**
   * @param path absolute, unless it is no file
   */
  public JobFile(Path path) {
    this.path = path;
  }

  /** What a program described, in place of a file. */
  static JobFile ofText(String text) {
    return ofText(NONE.path, text);
  }

  /** The same as if it stood in a file. */
  static JobFile ofText(Path path, String text) {
    var file = new JobFile(path);
    file.document = YamlDocument.of(path, text);
    return file;
  }

  /**
   * @throws InvalidFileException if there is no such file, or it does not match the schema
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
