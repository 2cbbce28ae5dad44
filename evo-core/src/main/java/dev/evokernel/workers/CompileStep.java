package dev.evokernel.workers;

import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Configuration;

/** What a run asks of its compilers; several threads may ask at once. */
@FunctionalInterface
public interface CompileStep {

  /**
   * Compiles one configuration.
   *
   * @throws EnvironmentException if the machine is at fault, not the configuration
   */
  Compilation compile(Configuration configuration) throws InterruptedException;
}
