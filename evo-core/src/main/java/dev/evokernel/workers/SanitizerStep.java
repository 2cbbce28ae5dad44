package dev.evokernel.workers;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import java.time.Duration;
import java.util.Optional;

/** Runs candidates of a run under a sanitizer. */
public interface SanitizerStep {

  /** What it takes, about. */
  Duration usual();

  /**
   * The findings as a rejection.
   *
   * @param within a time that the tools share
   * @return a rejection for {@link Rejection#TIMEOUT} if one of them was not finished
   * @throws EnvironmentException if a tool does not work
   */
  Optional<Rejected> examine(Configuration configuration, Binary binary, Duration within)
      throws InterruptedException;

  /** {@link #examine(Configuration, Binary, Duration)} within the limit of a sanitizer run. */
  default Optional<Rejected> examine(Configuration configuration, Binary binary)
      throws InterruptedException {
    return examine(configuration, binary, SanitizerRun.LIMIT);
  }
}
