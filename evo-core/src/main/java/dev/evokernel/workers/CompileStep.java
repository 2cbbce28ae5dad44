package dev.evokernel.workers;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Configuration;

/** Compiles configurations for a run; thread-safe. */
@FunctionalInterface
public interface CompileStep {

  /**
   * Compiles one configuration.
   *
   * @throws EnvironmentException if the machine is at fault, not the configuration
   */
  Compilation compile(Configuration configuration) throws InterruptedException;

  /**
   * Compiles a configuration that must compile.
   *
   * @throws EnvironmentException with {@code otherwise} and the compiler's messages if it does not
   */
  default Binary binary(Configuration configuration, String otherwise) throws InterruptedException {
    return switch (compile(configuration)) {
      case Compilation.Compiled(Binary binary) -> binary;
      case Compilation.Failed(String log, boolean _) ->
          throw new EnvironmentException(otherwise + ": " + log);
    };
  }

  /** Whether compiling must alternate with timing. */
  default boolean alternates(boolean disturbing) {
    return disturbing;
  }

  /** Returns true if the search learns as evaluations end, not in the order of its proposals. */
  default boolean learnsByEnds() {
    return false;
  }
}
