package dev.evokernel.kernel;

import java.time.Duration;
import java.util.List;

/**
 * A program that builds the binaries of a kernel: it stays alive and answers one line of JSON for
 * each configuration, see docs/building.md.
 *
 * @param words the program and its arguments, run in the kernel's folder
 * @param start how long it may take until it is ready
 */
public record BuildCommand(List<String> words, Duration start) {
  public BuildCommand {
    words = List.copyOf(words);
    if (words.isEmpty()) {
      throw new IllegalArgumentException("A build command names at least a program.");
    }
    if (!start.isPositive()) {
      throw new IllegalArgumentException(
          "The timeout of a build command must be > 0, was " + start + ".");
    }
  }
}
