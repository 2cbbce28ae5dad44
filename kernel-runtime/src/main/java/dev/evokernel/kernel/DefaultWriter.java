package dev.evokernel.kernel;

import dev.evokernel.expr.Type;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes defaults into the copy of a kernel's file that names none. A default gets a line before
 * the first key of the backend's section, or of the variant whose default it is.
 */
public final class DefaultWriter {

  private final Path file;
  private final List<String> lines;
  private final YamlDocument document;
  private final String backend;

  /**
   * @param file as it was before anything is written, and to be overwritten
   * @throws InvalidFileException if the schema refuses it
   */
  public DefaultWriter(KernelFile file, String backend) {
    this.file = file.path();
    this.document = YamlDocument.read(this.file, KernelReader.class, KernelReader.SCHEMA);
    this.backend = backend;
    try {
      this.lines = Files.readAllLines(this.file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Writes one default for each kernel or variant without one, in place of what was written before.
   *
   * @param comment how they were found, in a line
   * @throws InvalidFileException if the file has no line of its own for a key
   */
  public void write(List<Configuration> defaults, String comment) {
    var added = new TreeMap<Integer, String>(Comparator.reverseOrder());
    for (Configuration configuration : defaults) {
      Place first = place(configuration);
      String indent = " ".repeat(first.column() - 1);
      added.put(
          first.line(),
          "%s# %s%n%sdefault: %s".formatted(indent, comment, indent, text(configuration)));
    }
    var written = new ArrayList<>(lines);
    added.forEach((line, text) -> written.add(line - 1, text));
    try {
      Files.write(file, written);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The values in braces, as YAML. */
  public static String text(Configuration configuration) {
    return configuration.withoutVariant().values().entrySet().stream()
        .map(
            one ->
                one.getKey()
                    + ": "
                    + (one.getValue().type() == Type.TEXT
                        ? "'" + one.getValue().toString().replace("'", "''") + "'"
                        : one.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private Place place(Configuration configuration) {
    YamlNode.Mapping section = document.root().value("backends").mapping().value(backend).mapping();
    Optional<String> variant = configuration.variant();
    YamlNode.Mapping owner =
        variant
            .map(
                name ->
                    section
                        .find("variants")
                        .orElseGet(() -> document.root().value("variants"))
                        .mapping()
                        .value(name)
                        .mapping())
            .orElse(section);
    Optional<Place> first = first(owner);
    if (first.isEmpty() && variant.isEmpty()) {
      first = first(document.root());
    }
    if (first.isEmpty()) {
      document.problem(
          owner,
          "a default that a run finds has no line to stand on between these braces",
          "Name one here, or write each key on a line of its own: default: " + text(configuration));
      document.check();
    }
    return first.orElseThrow();
  }

  /** Of a mapping whose keys stand on lines of their own. */
  private Optional<Place> first(YamlNode.Mapping mapping) {
    return mapping.keys().values().stream()
        .min(Comparator.comparingInt(Place::line).thenComparingInt(Place::column))
        .filter(place -> lines.get(place.line() - 1).substring(0, place.column() - 1).isBlank());
  }
}
