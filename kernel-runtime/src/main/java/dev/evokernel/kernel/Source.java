package dev.evokernel.kernel;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is compiled and which function is called.
 *
 * @param files the translation units, absolute; files they include lie beside them. For a program
 *     that builds the binaries: every file on which these may depend
 * @param entry the function's name, or for a template its name expression with parameters already
 *     as macros; empty where the program that builds the binaries says it
 * @param flags for the compiler, after evo's own
 * @param build the program that builds the binaries; empty where the backend's compiler does
 */
public record Source(
    List<Path> files, String entry, List<String> flags, Optional<BuildCommand> build) {
  public Source {
    files = List.copyOf(files);
    flags = List.copyOf(flags);
    if (files.isEmpty() && build.isEmpty()) {
      throw new IllegalArgumentException("A source names at least one file.");
    }
  }

  /** What the backend's compiler compiles. */
  public Source(List<Path> files, String entry, List<String> flags) {
    this(files, entry, flags, Optional.empty());
  }

  /** The same with macros defined as 1. */
  public Source defining(List<String> macros) {
    return new Source(
        files,
        entry,
        Stream.concat(flags.stream(), macros.stream().map(macro -> "-D" + macro + "=1")).toList(),
        build);
  }
}
