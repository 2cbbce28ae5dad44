package dev.evokernel.schedule;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import java.util.Map;

/** What a search asks of its device. */
@FunctionalInterface
interface EvaluationStep {

  /**
   * Checks one candidate on every shape and then times it on every shape.
   *
   * @param best the smallest p50 so far on each shape, in nanoseconds
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  Assessment evaluate(Configuration configuration, Binary binary, Map<String, Double> best)
      throws InterruptedException;
}
