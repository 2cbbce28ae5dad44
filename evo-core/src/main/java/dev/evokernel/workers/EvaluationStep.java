package dev.evokernel.workers;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.worker.Evaluated;
import java.util.Map;
import java.util.Optional;

/** What a run asks of its device. */
@FunctionalInterface
public interface EvaluationStep {

  /**
   * Verifies one candidate on every shape and then times it on every shape.
   *
   * @param best the smallest p50 so far on each shape, in nanoseconds; a candidate far above it is
   *     given up early, and a shape without an entry is always sampled in full
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  Evaluated evaluate(Configuration configuration, Binary binary, Map<String, Double> best)
      throws InterruptedException;

  /**
   * Verifies a measured candidate with special inputs and on undeclared shapes. A recording has no
   * more to say.
   *
   * @return why it may not lead, if so
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  default Optional<Rejected> examine(Configuration configuration, Binary binary)
      throws InterruptedException {
    return Optional.empty();
  }
}
