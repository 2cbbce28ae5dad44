package dev.evokernel.workers;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.space.Configuration;

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
   * Whether compiling must alternate with timing.
   *
   * @param disturbing whether compiling on a device's machine disturbs timing there
   */
  default boolean alternates(boolean disturbing) {
    return disturbing;
  }
}
