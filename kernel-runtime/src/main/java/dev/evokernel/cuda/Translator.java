package dev.evokernel.cuda;

import module java.base;

import dev.evokernel.backend.binary.ToolDigest;
import dev.evokernel.backend.file.EnvironmentException;

/** Compiler of CUDA C++ to cubins. */
public sealed interface Translator permits NvrtcTranslator, NvccTranslator {

  sealed interface Translation {
    record Done() implements Translation {}

    record Failed(String log) implements Translation {}

    /** Compiler that was stopped at its limit, or killed. */
    record Stopped(String log, boolean timedOut) implements Translation {}
  }

  String version();

  /** Files whose content identifies the compiler. */
  Collection<Path> programs(ToolDigest digest) throws IOException;

  /**
   * Writes the cubin of one translation unit.
   *
   * @param nameExpressions instances of templates, for example {@code gemm<4>}
   * @throws EnvironmentException if the compiler itself does not work
   */
  Translation translate(String unit, List<String> options, List<String> nameExpressions, Path cubin)
      throws IOException;
}
