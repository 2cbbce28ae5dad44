package dev.evokernel.replay;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.SearchSpace;
import java.nio.file.Path;
import java.util.List;

/**
 * Search space with the recorded times of its configurations.
 *
 * @param problem size of the problem; empty if the file has none in whole numbers
 * @param parameters numbers in ascending order, words in the file's order; only values that occur
 * @param entries each configuration once, in the file's order; never empty
 */
public record RecordedResults(
    Path file,
    String kernel,
    String device,
    List<Long> problem,
    List<Parameter> parameters,
    List<Recorded> entries) {

  private static final String SUFFIXES = "(\\.json)?(\\.gz)?$";

  public RecordedResults {
    problem = List.copyOf(problem);
    parameters = List.copyOf(parameters);
    entries = List.copyOf(entries);
    if (entries.isEmpty()) {
      throw new IllegalArgumentException("A recording needs at least one configuration.");
    }
  }

  /** Space of the recorded configurations, built for each call. */
  public SearchSpace space() {
    return SearchSpace.listed(parameters, entries.stream().map(Recorded::configuration).toList());
  }

  public String source() {
    return device.isBlank() ? stem(file) : device;
  }

  /** Name of a file without {@code .json} and {@code .gz}. */
  public static String stem(Path file) {
    return String.valueOf(file.getFileName()).replaceFirst(SUFFIXES, "");
  }
}
