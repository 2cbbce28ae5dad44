package dev.evokernel.backend.file;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Way to use an installed sanitizer, which an extension provides. */
public interface SanitizerTool {

  /** Flags of a C compiler for addresses and for undefined behaviour. */
  List<String> COMPILER_FLAGS =
      List.of("-fsanitize=address,undefined", "-fno-sanitize-recover=all");

  /** Name of the backend whose candidates it examines. */
  String backend();

  /**
   * Sanitizer that uses a program.
   *
   * @param command the executable, and arguments that always follow it
   */
  Sanitizer using(List<String> command);

  /** Tool for a backend; empty without an extension that has one. */
  static Optional<SanitizerTool> of(String backend) {
    return ServiceLoader.load(SanitizerTool.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(tool -> tool.backend().equals(backend))
        .findFirst();
  }

  /**
   * How to get a sanitizer.
   *
   * @param program how to install the program, which says nothing where only the extension is
   *     missing
   */
  static String remedy(String backend, boolean programIsInstalled, String program) {
    return programIsInstalled && of(backend).isEmpty()
        ? "This evo is without the extension that examines candidates of the backend '%s'. Add its jar to EVO_EXTENSIONS."
            .formatted(backend)
        : program;
  }
}
