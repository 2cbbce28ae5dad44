package dev.evokernel.workers;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import java.util.Map;
import java.util.Optional;

/** What a search asks of its device. */
@FunctionalInterface
public interface EvaluationStep {

  /**
   * Checks one candidate on every shape and then times it on every shape.
   *
   * @param best the smallest p50 so far on each shape, in nanoseconds
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  Assessment evaluate(Configuration configuration, Binary binary, Map<String, Double> best)
      throws InterruptedException;

  /**
   * Tries a candidate that was measured with special inputs and on shapes that nobody declared. A
   * recording has no more to say.
   *
   * @return why it may not lead, if so
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  default Optional<Rejected> examine(Configuration configuration, Binary binary)
      throws InterruptedException {
    return Optional.empty();
  }
}
