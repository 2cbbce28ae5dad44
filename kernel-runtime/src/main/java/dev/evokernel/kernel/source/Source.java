package dev.evokernel.kernel.source;

import module java.base;

import dev.evokernel.kernel.data.DistantSources;
import dev.evokernel.kernel.space.Configuration;

/**
 * Source files, how they are compiled, and the function that is called.
 *
 * @param files translation units, absolute; with a build program, all files on which its binaries
 *     may depend
 * @param entry function name, or name expression of a template. May have parameters in braces until
 *     {@link #with(Configuration)}. Empty if the build program names the function
 * @param flags compiler flags after evo's own; may have parameters in braces
 * @param folders folders of headers, absolute
 * @param architecture CUDA architecture, for example {@code sm_90}; empty for the device's own
 * @param compiler CUDA compiler, {@code nvrtc} or {@code nvcc}; empty for the machine's default
 * @param build build program; empty if the backend's compiler builds the binaries
 */
public record Source(
    List<Path> files,
    String entry,
    List<String> flags,
    List<Path> folders,
    String architecture,
    String compiler,
    Optional<BuildCommand> build) {

  public Source {
    files = List.copyOf(files);
    flags = List.copyOf(flags);
    folders = List.copyOf(folders);
    if (files.isEmpty() && build.isEmpty()) {
      throw new IllegalArgumentException("A source must name at least one file.");
    }
  }

  /** Source for the default compiler and the device's own architecture. */
  public Source(List<Path> files, String entry, List<String> flags) {
    this(files, entry, flags, List.of(), "", "", Optional.empty());
  }

  /** The files, and recursively those that they include from beside them or from the folders. */
  public Stream<Path> read() {
    return read(files, folders);
  }

  /** {@link #read()} of any files. */
  public static Stream<Path> read(List<Path> files, List<Path> folders) {
    return files.stream().flatMap(file -> DistantSources.withIncluded(file, folders).stream());
  }

  /** Appends a flag that defines each macro as 1. */
  public Source defining(List<String> macros) {
    return calling(
        entry,
        Stream.concat(flags.stream(), macros.stream().map(macro -> "-D" + macro + "=1")).toList());
  }

  /** Replaces the architecture. */
  public Source on(String target) {
    return new Source(files, entry, flags, folders, target, compiler, build);
  }

  /** Replaces the compiler. */
  public Source by(String name) {
    return new Source(files, entry, flags, folders, architecture, name, build);
  }

  /** Replaces entry and flags. */
  public Source calling(String function, List<String> options) {
    return new Source(files, function, options, folders, architecture, compiler, build);
  }

  /** Replaces the braces by the values of a configuration. */
  public Source with(Configuration configuration) {
    return calling(
        Placeholders.filled(entry, configuration),
        flags.stream()
            .map(flag -> Placeholders.filled(flag, configuration))
            .filter(flag -> !flag.isBlank())
            .toList());
  }

  /** Returns the values that are macros: parameters without braces. */
  public Configuration macros(Configuration configuration) {
    var macros = new LinkedHashMap<>(configuration.values());
    macros.keySet().removeAll(inBraces());
    return new Configuration(macros);
  }

  /** Parameters that stand in braces. */
  public Set<String> inBraces() {
    return Placeholders.names(Stream.concat(Stream.of(entry), flags.stream()));
  }

  /** The entry, empty without a parameter, and the flags with parameters. */
  public List<String> braced() {
    return Stream.concat(
            Stream.of(Placeholders.names(Stream.of(entry)).isEmpty() ? "" : entry),
            flags.stream().filter(flag -> !Placeholders.names(Stream.of(flag)).isEmpty()))
        .toList();
  }

  /** Flags without parameters. */
  public List<String> fixedFlags() {
    return flags.stream().filter(flag -> !flag.contains("{")).toList();
  }
}
