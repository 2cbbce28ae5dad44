package dev.evokernel.backend;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Runs a candidate in a process of its own under tools that check every access. They find errors
 * that a right result does not show: reads outside a buffer, races, reads of uninitialised memory.
 */
public interface Sanitizer {

  /**
   * What is examined.
   *
   * @param seed of the inputs
   * @param command the command of a process that launches the candidate once and ends, for tools
   *     that instrument a process; its status is 0 unless the launch failed
   * @param scratch an empty folder
   */
  record Subject(
      Kernel kernel,
      Configuration configuration,
      Shape shape,
      long seed,
      List<String> command,
      Path scratch) {
    public Subject {
      command = List.copyOf(command);
    }
  }

  /**
   * The first thing that a tool found.
   *
   * @param tool for example {@code memcheck}
   * @param message the tool's message
   * @param unfinished whether nothing was found but the tool did not end in time
   */
  record Finding(String tool, String message, boolean unfinished) {

    /** Of a tool that ended. */
    public Finding(String tool, String message) {
      this(tool, message, false);
    }
  }

  /** What an examination takes, about, on a shape with little work. */
  default Duration usual() {
    return Duration.ofSeconds(2);
  }

  /** Name, and path or version. */
  String name();

  /** Whether it can examine a kernel's candidates. */
  default boolean examines(Kernel kernel) {
    return true;
  }

  /**
   * Runs one launch under each of its tools, until one finds something.
   *
   * @param limit for all tools together
   * @throws EnvironmentException if a tool does not work
   */
  Optional<Finding> examine(Subject subject, Duration limit);
}
