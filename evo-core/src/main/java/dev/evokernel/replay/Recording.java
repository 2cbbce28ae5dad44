package dev.evokernel.replay;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.SearchSpace;
import java.nio.file.Path;
import java.util.List;

/**
 * A search space with the recorded times of its configurations.
 *
 * @param file where it was read from
 * @param kernel the kernel's name, or the file's where it does not tell
 * @param device the device's name; empty where the file does not tell
 * @param problem the size of the problem; empty where the file does not tell it in whole numbers
 * @param parameters numbers in ascending order, words in the file's; only values that occur
 * @param entries each configuration once, in the file's order; never empty
 */
public record Recording(
    Path file,
    String kernel,
    String device,
    List<Long> problem,
    List<Parameter> parameters,
    List<Recorded> entries) {

  private static final String SUFFIXES = "(\\.json)?(\\.gz)?$";

  public Recording {
    problem = List.copyOf(problem);
    parameters = List.copyOf(parameters);
    entries = List.copyOf(entries);
    if (entries.isEmpty()) {
      throw new IllegalArgumentException("A recording needs at least one configuration.");
    }
  }

  /** The recorded configurations and no others; built anew for each call. */
  public SearchSpace space() {
    return SearchSpace.listed(parameters, configurations());
  }

  /** The device's name, or else the file's. */
  public String source() {
    return device.isBlank() ? stem(file) : device;
  }

  /** A file's name without {@code .json} and {@code .gz}. */
  public static String stem(Path file) {
    return String.valueOf(file.getFileName()).replaceFirst(SUFFIXES, "");
  }

  private List<Configuration> configurations() {
    return entries.stream().map(Recorded::configuration).toList();
  }
}
