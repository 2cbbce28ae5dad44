package dev.evokernel.kernel;

import java.nio.file.Path;
import java.util.List;

/**
 * What is compiled and which function is called.
 *
 * @param files the translation units, absolute; files they include lie beside them
 * @param entry the function's name, or for a template its name expression with parameters already
 *     as macros
 * @param flags for the compiler, after evo's own
 */
public record Source(List<Path> files, String entry, List<String> flags) {
  public Source {
    files = List.copyOf(files);
    flags = List.copyOf(flags);
    if (files.isEmpty()) {
      throw new IllegalArgumentException("A source names at least one file.");
    }
  }
}
