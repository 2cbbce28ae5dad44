package dev.evokernel.workers;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;

/** The sanitizer of a run's candidates. */
public interface SanitizerStep {
  Duration usual();

  /**
   * Runs a candidate and returns the findings as a rejection.
   *
   * @return a rejection for {@link Rejection#TIMEOUT} if a tool was not finished
   * @throws EnvironmentException if a tool does not work
   */
  Optional<Rejected> examine(Configuration configuration, Binary binary, Duration within)
      throws InterruptedException;
}
