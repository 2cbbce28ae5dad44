package dev.evokernel.backend;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Source;

/**
 * Compiles sources into binaries that the backend's devices load. Safe for use by several threads.
 */
public interface Compiler {

  /**
   * Name and version, for example {@code gcc 12.2.0}: part of every result and of every cache key.
   */
  String version();

  /**
   * Compiles with every parameter defined as a macro. Never throws for what is wrong with the
   * source.
   *
   * @param configuration the macros; without parameters for a reference
   * @throws EnvironmentException if the compiler itself does not work, or rejects the flags
   */
  Compilation compile(Source source, Configuration configuration);
}
