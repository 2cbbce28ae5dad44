package dev.evokernel.cuda;

import dev.evokernel.backend.EnvironmentException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What turns CUDA C++ into cubins. */
sealed interface Translator permits NvrtcTranslator, NvccTranslator {

  /** How a translation ended. */
  sealed interface Translation {
    record Done() implements Translation {}

    /**
     * @param log the compiler's own words
     * @param killed whether somebody else ended it, more than once
     */
    record Failed(String log, boolean timedOut, boolean killed) implements Translation {}
  }

  /** Name and version, for example {@code NVRTC 13.0}. */
  String version();

  /**
   * Writes the cubin of one translation unit.
   *
   * @param unit its text
   * @param options for the compiler
   * @param nameExpression a template's instance to compile, for example {@code gemm<4>}; empty when
   *     the unit itself says what it holds
   * @throws EnvironmentException if the compiler itself does not work
   */
  Translation translate(String unit, List<String> options, String nameExpression, Path cubin)
      throws IOException;
}
