package dev.evokernel.workers;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.worker.Evaluated;
import java.time.Duration;
import java.util.Map;

/** A device in a process that candidates can crash, and that is replaced then. */
public interface DeviceProcess extends EvaluationStep {

  /**
   * Has a process stand ready, and says which.
   *
   * @return how many have been started so far
   * @throws EnvironmentException if none comes up
   */
  int ready() throws InterruptedException;

  /**
   * Verifies one candidate on every shape and then times it on every shape.
   *
   * @param best the smallest p50 so far on each shape, in nanoseconds
   * @param limit how long it may take before the process is killed
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  Evaluated evaluate(
      Configuration configuration, Binary binary, Map<String, Double> best, Duration limit)
      throws InterruptedException;
}
