package dev.evokernel.config;

import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;

/**
 * Reader of a section of {@code evo.yaml} that a module adds. Implementations are found by {@link
 * ServiceLoader} and have a public constructor.
 */
public interface SectionReader {

  /** Key of the section, which {@code evo.schema.json} must not have. */
  String key();

  /**
   * JSON schema of the section. {@code #/$defs/…} refers to the definitions of {@code
   * evo.schema.json}. A document that violates the schema is not read.
   */
  String schema();

  /**
   * Reads the section and reports errors as problems of the document.
   *
   * @param beside resolves a path relative to the file's folder
   * @return empty after a problem
   */
  Optional<JobSection> read(YamlDocument document, YamlNode node, UnaryOperator<Path> beside);

  static List<SectionReader> all() {
    return ServiceLoader.load(SectionReader.class).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }
}
