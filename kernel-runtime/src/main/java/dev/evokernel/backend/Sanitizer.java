package dev.evokernel.backend;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Runs a candidate in a process of its own under tools that watch every access. They find what a
 * right result does not show: reads outside a buffer, races, memory that nobody wrote.
 */
public interface Sanitizer {

  /**
   * Who is watched, on what.
   *
   * @param seed of the inputs
   * @param rehearsal the command of a process that launches the candidate once and ends, for tools
   *     that watch a process; its status is 0 unless the launch failed
   * @param scratch an empty folder
   */
  record Subject(
      Kernel kernel,
      Configuration configuration,
      Shape shape,
      long seed,
      List<String> rehearsal,
      Path scratch) {
    public Subject {
      rehearsal = List.copyOf(rehearsal);
    }
  }

  /**
   * The first thing that a tool found.
   *
   * @param tool for example {@code memcheck}
   * @param message the tool's own words
   */
  record Finding(String tool, String message) {}

  /** Name and place or version, for people. */
  String name();

  /**
   * Watches one launch with each of its tools, until one finds something.
   *
   * @param limit for each tool
   * @throws EnvironmentException if a tool does not work
   */
  Optional<Finding> examine(Subject subject, Duration limit);
}
