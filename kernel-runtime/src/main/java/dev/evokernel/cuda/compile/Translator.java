package dev.evokernel.cuda.compile;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.ToolDigest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** Compiles CUDA C++ to cubins. */
public sealed interface Translator permits NvrtcTranslator, NvccTranslator {

  /** How a translation ended. */
  sealed interface Translation {
    record Done() implements Translation {}

    /**
     * The compiler reported an error.
     *
     * @param log its messages
     */
    record Failed(String log) implements Translation {}

    /**
     * The compiler was stopped or killed.
     *
     * @param log its messages until then
     * @param timedOut whether it was stopped because it took too long
     */
    record Stopped(String log, boolean timedOut) implements Translation {}
  }

  /** Name and version, for example {@code NVRTC 13.0}. */
  String version();

  /** The files whose content identifies the compiler. */
  Collection<Path> programs(ToolDigest digest) throws IOException;

  /**
   * Writes the cubin of one translation unit.
   *
   * @param unit its text
   * @param options for the compiler
   * @param nameExpression a template's instance to compile, for example {@code gemm<4>}; empty when
   *     the unit has no template
   * @throws EnvironmentException if the compiler itself does not work
   */
  Translation translate(String unit, List<String> options, String nameExpression, Path cubin)
      throws IOException;
}
