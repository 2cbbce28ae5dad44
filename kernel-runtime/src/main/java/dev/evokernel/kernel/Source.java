package dev.evokernel.kernel;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is compiled and which function is called.
 *
 * @param files the translation units, absolute; files they include lie beside them. For a program
 *     that builds the binaries: every file on which these may depend
 * @param entry the function's name, or for a template its name expression; parameters as macros, or
 *     in braces until {@link #with(Configuration)}; empty where the program that builds the
 *     binaries says it
 * @param flags for the compiler, after evo's own; they may have parameters in braces, too
 * @param architecture for which CUDA C++ is compiled, for example {@code sm_90}; empty for the
 *     device's own
 * @param compiler of CUDA C++, {@code nvrtc} or {@code nvcc}; empty for the machine's usual one
 * @param build the program that builds the binaries; empty where the backend's compiler does
 */
public record Source(
    List<Path> files,
    String entry,
    List<String> flags,
    String architecture,
    String compiler,
    Optional<BuildCommand> build) {

  public Source {
    files = List.copyOf(files);
    flags = List.copyOf(flags);
    if (files.isEmpty() && build.isEmpty()) {
      throw new IllegalArgumentException("A source names at least one file.");
    }
  }

  /** What the backend's compiler compiles for the device's own architecture. */
  public Source(List<Path> files, String entry, List<String> flags) {
    this(files, entry, flags, "", "", Optional.empty());
  }

  /** The same with macros defined as 1. */
  public Source defining(List<String> macros) {
    return new Source(
        files,
        entry,
        Stream.concat(flags.stream(), macros.stream().map(macro -> "-D" + macro + "=1")).toList(),
        architecture,
        compiler,
        build);
  }

  /** The same for another architecture. */
  public Source on(String other) {
    return new Source(files, entry, flags, other, compiler, build);
  }

  /** The same, compiled by another compiler. */
  public Source by(String other) {
    return new Source(files, entry, flags, architecture, other, build);
  }

  /** The same with the values of one configuration in place of the braces. */
  public Source with(Configuration configuration) {
    return new Source(
        files,
        Placeholders.filled(entry, configuration),
        flags.stream()
            .map(flag -> Placeholders.filled(flag, configuration))
            .filter(flag -> !flag.isBlank())
            .toList(),
        architecture,
        compiler,
        build);
  }

  /** Those of a configuration's values that are macros: a parameter in braces is none. */
  public Configuration macros(Configuration configuration) {
    Set<String> inBraces = inBraces();
    var macros = new LinkedHashMap<>(configuration.values());
    macros.keySet().removeAll(inBraces);
    return new Configuration(macros);
  }

  /** The parameters that stand in braces. */
  public Set<String> inBraces() {
    return Placeholders.names(Stream.concat(Stream.of(entry), flags.stream()));
  }

  /** The flags that are the same for every configuration. */
  public List<String> fixedFlags() {
    return flags.stream().filter(flag -> !flag.contains("{")).toList();
  }
}
