package dev.evokernel.backend;

import module java.base;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Source;

/** Compiler of sources into binaries for the backend's devices. Safe for use by several threads. */
public interface Compiler {

  /**
   * Name and version, for example {@code gcc 12.2.0}: part of every result and of every cache key.
   */
  String version();

  /** Name and version of the compiler that this source asks for. */
  default String version(Source source) {
    return version();
  }

  /**
   * Compiles with every parameter defined as a macro. An error in the source is a result, never an
   * exception.
   *
   * @throws EnvironmentException if the compiler itself does not work, or rejects the flags
   */
  Compilation compile(Source source, Configuration configuration);

  /**
   * Preprocesses each file of a source with every parameter defined as a macro. Empty where the
   * compiler does not preprocess apart, or the preprocessor fails.
   */
  default Map<Path, String> preprocessed(Source source, Configuration configuration) {
    return Map.of();
  }

  /**
   * Compiles a reference, together with the backend's own checks where these run on the device.
   * Empty when there is nothing to compile.
   *
   * @throws EnvironmentException if the compiler itself does not work, or rejects the flags
   */
  default Optional<Compilation> reference(Reference reference, Configuration macros) {
    return switch (reference) {
      case Reference.Compiled(Source source) -> Optional.of(compile(source, macros));
      case Reference.Itself(Source source, Configuration _) -> Optional.of(compile(source, macros));
      case Reference.Command _, Reference.Judge _ -> Optional.empty();
    };
  }

  /** Options of a command line that define macros, sorted. */
  static List<String> definitions(Configuration macros) {
    return macros.values().entrySet().stream()
        .map(macro -> "-D" + macro.getKey() + "=" + macro.getValue().macro())
        .sorted()
        .toList();
  }

  /** Calls {@link #reference(Reference, Configuration)} without macros. */
  default Optional<Compilation> reference(Reference reference) {
    return reference(reference, new Configuration(Map.of()));
  }

  /** Standard of C++, unless the kernel's flags choose one: NVRTC refuses a second choice. */
  static List<String> standardOfCpp(List<String> flags) {
    return flags.stream().anyMatch(flag -> flag.matches("--?std(=.*)?"))
        ? List.of()
        : List.of("--std=c++17");
  }
}
