package dev.evokernel.workers;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import java.util.Optional;

/**
 * The evaluation of compiled candidates on a run's device, in a process that is replaced after a
 * candidate crashed it. A recording has no process, and times every candidate on all shapes.
 */
@FunctionalInterface
public interface EvaluationStep {

  /**
   * Verifies one candidate and then times it.
   *
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  Evaluated evaluate(EvaluationRequest request) throws InterruptedException;

  /** Whether the device can run a candidate without compiling it; other candidates wait longer. */
  default boolean hasCompiled(Configuration configuration) {
    return true;
  }

  /**
   * Returns the compilation that the device may run. A host of a fleet runs only what it compiled.
   */
  default Compilation own(Configuration configuration, Compilation compilation)
      throws InterruptedException {
    return compilation;
  }

  /**
   * Verifies a measured candidate with special inputs and on fuzzed shapes. A recording accepts
   * every candidate.
   *
   * @return the reason for exclusion; empty if it passes
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  default Optional<Rejected> examine(Configuration configuration, Binary binary)
      throws InterruptedException {
    return Optional.empty();
  }

  /**
   * Makes sure that a process is ready.
   *
   * @return the number of processes started so far
   * @throws EnvironmentException if no process starts
   */
  default int ready() throws InterruptedException {
    return 1;
  }

  /** Makes the next evaluation the first in a fresh process. */
  default void renew() {}

  /**
   * Prepares the device for an evaluation, so that checks of a fresh process run before the
   * evaluation.
   */
  default void prepare() throws InterruptedException {}
}
