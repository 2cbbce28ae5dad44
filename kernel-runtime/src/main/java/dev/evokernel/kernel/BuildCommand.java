package dev.evokernel.kernel;

import java.time.Duration;
import java.util.List;

/**
 * Program that builds the binaries of a kernel, run in the kernel's folder. It stays alive and
 * answers one line of JSON for each configuration, see docs/programs.md.
 *
 * @param start time limit until the program is ready
 */
public record BuildCommand(List<String> words, Duration start) {
  public BuildCommand {
    words = ArrayProgram.checked("a build command", words, start);
  }
}
