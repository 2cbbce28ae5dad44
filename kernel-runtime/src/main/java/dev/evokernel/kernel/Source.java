package dev.evokernel.kernel;

import module java.base;

/**
 * Source files, how they are compiled, and the function that is called.
 *
 * @param files translation units, absolute; with a build program, all files on which its binaries
 *     may depend
 * @param entries function names, or name expressions of templates, one for each launch. May have
 *     parameters in braces until {@link #with(Configuration)}. Empty if the build program names the
 *     function
 * @param flags compiler flags after evo's own; may have parameters in braces
 * @param folders folders of headers, absolute
 * @param architecture CUDA architecture, for example {@code sm_90}; empty for the device's own
 * @param compiler CUDA compiler, {@code nvrtc} or {@code nvcc}; empty for the machine's default
 * @param build build program; empty if the backend's compiler builds the binaries
 */
public record Source(
    List<Path> files,
    List<String> entries,
    List<String> flags,
    List<Path> folders,
    String architecture,
    String compiler,
    Optional<BuildCommand> build) {

  public Source {
    files = List.copyOf(files);
    entries = List.copyOf(entries);
    flags = List.copyOf(flags);
    folders = List.copyOf(folders);
    if (files.isEmpty() && build.isEmpty()) {
      throw new IllegalArgumentException("A source must name at least one file.");
    }
  }

  /** Source for the default compiler and the device's own architecture. */
  public Source(List<Path> files, String entry, List<String> flags) {
    this(files, List.of(entry), flags, List.of(), "", "", Optional.empty());
  }

  public String entry() {
    return entries.getFirst();
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
        entries,
        Stream.concat(flags.stream(), macros.stream().map(macro -> "-D" + macro + "=1")).toList());
  }

  /** Replaces the architecture. */
  public Source on(String target) {
    return new Source(files, entries, flags, folders, target, compiler, build);
  }

  /** Replaces the compiler. */
  public Source by(String name) {
    return new Source(files, entries, flags, folders, architecture, name, build);
  }

  /** Replaces entries and flags. */
  public Source calling(List<String> functions, List<String> options) {
    return new Source(files, functions, options, folders, architecture, compiler, build);
  }

  /** Replaces the braces by the values of a configuration. */
  public Source with(Configuration configuration) {
    return calling(
        entries.stream().map(entry -> Placeholders.filled(entry, configuration)).toList(),
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
    return Placeholders.names(Stream.concat(entries.stream(), flags.stream()));
  }

  /** The entries with parameters, joined to one text, and the flags with parameters. */
  public List<String> braced() {
    return Stream.concat(
            Stream.of(braced(entries).collect(Collectors.joining(", "))), braced(flags))
        .toList();
  }

  private static Stream<String> braced(List<String> texts) {
    return texts.stream().filter(text -> !Placeholders.names(Stream.of(text)).isEmpty());
  }

  /** Flags without parameters. */
  public List<String> fixedFlags() {
    return flags.stream().filter(flag -> !flag.contains("{")).toList();
  }
}
