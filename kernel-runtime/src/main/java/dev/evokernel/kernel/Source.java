package dev.evokernel.kernel;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

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

  /** The same with macros defined as 1. */
  public Source defining(List<String> macros) {
    return new Source(
        files,
        entry,
        Stream.concat(flags.stream(), macros.stream().map(macro -> "-D" + macro + "=1")).toList());
  }
}
