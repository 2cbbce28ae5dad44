package dev.evokernel.config.seed;

import dev.evokernel.config.JobFile;
import dev.evokernel.config.options.UnusableSuggestionsException;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import java.util.Optional;

/**
 * Lines of a job's file that name sources of initial configurations, for error reports.
 *
 * @param file the {@code evo.yaml}; empty for sources from the command line
 */
record SeedLines(Optional<JobFile> file) {

  static final SeedLines NONE = new SeedLines(Optional.empty());

  /**
   * Reads a source and reports its errors at its line.
   *
   * @param key the key that may name the source in the file
   * @throws InvalidFileException if the source is unusable and the file names it
   * @throws UnusableSuggestionsException if the source is unusable and the file does not name it
   */
  void blame(String key, String source, Runnable reading) {
    try {
      reading.run();
    } catch (UnusableSuggestionsException e) {
      file.ifPresent(there -> blame(there, key, source, e));
      throw e;
    }
  }

  private static void blame(
      JobFile file, String key, String source, UnusableSuggestionsException e) {
    YamlDocument document = file.document();
    document
        .root()
        .find("seeding")
        .flatMap(section -> section.mapping().find(key))
        .flatMap(
            named ->
                named.elements().stream().filter(node -> names(file, node, source)).findFirst())
        .ifPresent(node -> document.problem(node, e.what(), e.advice()));
    document.check();
  }

  private static boolean names(JobFile file, YamlNode node, String source) {
    return node.text().equals(source)
        || file.path().resolveSibling(node.text()).normalize().toString().equals(source);
  }
}
