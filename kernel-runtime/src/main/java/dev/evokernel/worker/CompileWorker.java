package dev.evokernel.worker;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Configuration;

/**
 * A process that compiles one kernel's configurations, replaced whenever it dies or hangs. Takes
 * one call at a time; further callers wait.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class CompileWorker implements AutoCloseable {

  private CompileWorker() {}

  /**
   * Starts the process and has it read the kernel.
   *
   * @param name tells the log files of several workers apart, for example {@code compile-1}
   * @throws EnvironmentException if the process does not come up or finds no compiler
   */
  public static CompileWorker start(LaunchSpec launch, CompileJob job, String name)
      throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  /** Name and version, for example {@code gcc 12.2.0}. */
  public String compilerVersion() {
    throw new UnsupportedOperationException();
  }

  /**
   * Compiles the kernel's reference.
   *
   * @throws EnvironmentException if that fails
   */
  public Binary reference() throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  /**
   * Compiles one configuration.
   *
   * @throws EnvironmentException if the compiler itself does not work
   */
  public Compilation compile(Configuration configuration) throws InterruptedException {
    throw new UnsupportedOperationException(configuration.toString());
  }

  @Override
  public void close() {}
}
