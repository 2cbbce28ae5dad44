package dev.evokernel.backend.file;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;

/**
 * Tools that check every memory access of a candidate, which runs in a process of its own. They
 * find errors that a right result does not show: reads outside a buffer, races, reads of
 * uninitialised memory.
 */
public interface Sanitizer {

  /**
   * Candidate to examine.
   *
   * @param seeds of the input sets, of which the first and the last are used
   * @param command for tools that instrument a process: the command of a process that launches the
   *     candidate some times and ends, with status 0 unless a launch failed
   * @param scratch an empty folder
   */
  record Subject(
      Kernel kernel,
      Configuration configuration,
      Shape shape,
      List<Long> seeds,
      List<String> command,
      Path scratch) {
    public Subject {
      command = List.copyOf(command);
      seeds = Stream.of(seeds.getFirst(), seeds.getLast()).distinct().toList();
    }
  }

  /**
   * First error that a tool found.
   *
   * @param unfinished whether the tool found no error but did not end in time
   */
  record Finding(String tool, String message, boolean unfinished) {

    public Finding(String tool, String message) {
      this(tool, message, false);
    }
  }

  /** File in a scratch folder that exists once the candidate is called. */
  static Path called(Path scratch) {
    return scratch.resolve("called");
  }

  /** Usual time of an examination on a shape with little work. */
  default Duration usual() {
    return Duration.ofSeconds(2);
  }

  /** Name, with path or version. */
  String name();

  /** Whether the tools can examine candidates of a kernel. */
  default boolean examines(Kernel kernel) {
    return true;
  }

  /**
   * Runs launches on both input sets under each tool, until a tool finds an error.
   *
   * @param limit for all tools together
   * @throws EnvironmentException if a tool does not work
   */
  Optional<Finding> examine(Subject subject, Duration limit);
}
