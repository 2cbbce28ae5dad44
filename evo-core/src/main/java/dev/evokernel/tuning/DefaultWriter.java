package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.Place;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import dev.evokernel.text.YamlText;

/**
 * Writer of default configurations into a copy of a kernel's file. A default gets a line before the
 * first key of the backend's section or of its variant.
 */
public final class DefaultWriter {

  private final Path file;
  private final List<String> lines;
  private final YamlDocument document;
  private final String backend;

  /**
   * @param file file without defaults, which {@link #write} overwrites
   * @throws InvalidFileException if the schema rejects the file
   */
  public DefaultWriter(KernelFile file, String backend) {
    this.file = file.path();
    this.document = YamlDocument.read(this.file, Kernel.class, KernelReader.SCHEMA);
    this.backend = backend;
    try {
      this.lines = Files.readAllLines(this.file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Writes the defaults after a one-line comment; replaces defaults of an earlier call.
   *
   * @throws InvalidFileException if no key stands on a line of its own
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

  /** Formats the values as a YAML mapping in braces. */
  public static String text(Configuration configuration) {
    return YamlText.of(configuration.withoutVariant().values());
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
          "a default found by a run cannot be inserted between these braces",
          "Write each key on its own line, or name the default: default: " + text(configuration));
      document.check();
    }
    return first.orElseThrow();
  }

  /** Returns the place of the first key, if nothing stands before it on its line. */
  private Optional<Place> first(YamlNode.Mapping mapping) {
    return mapping.keys().values().stream()
        .min(Comparator.comparingInt(Place::line).thenComparingInt(Place::column))
        .filter(place -> lines.get(place.line() - 1).substring(0, place.column() - 1).isBlank());
  }
}
