package dev.evokernel.config;

import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;

/**
 * Reads a section of {@code evo.yaml} that a module adds. Found with {@link ServiceLoader}; an
 * implementation has a public constructor.
 */
public interface SectionReader {

  /** The section's key; no key of {@code evo.schema.json}. */
  String key();

  /**
   * The section's JSON schema. {@code #/$defs/…} refers to the definitions of {@code
   * evo.schema.json}. A document that the schema refuses is not read.
   */
  String schema();

  /**
   * Reads the section. Whatever is wrong becomes a problem of the document.
   *
   * @param beside resolves a path relative to the file's folder
   * @return empty after a problem
   */
  Optional<JobSection> read(
      YamlDocument document, YamlNode.Mapping node, UnaryOperator<Path> beside);

  /** Readers on the class path. */
  static List<SectionReader> all() {
    return ServiceLoader.load(SectionReader.class).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }
}
