package dev.evokernel.workers;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.worker.Evaluated;
import dev.evokernel.worker.TimedShapes;
import java.time.Duration;
import java.util.Map;

/** A device in a worker process, which is replaced after a candidate crashed it. */
public interface DeviceProcess extends EvaluationStep {

  /**
   * Makes sure that a process is ready.
   *
   * @return how many have been started so far
   * @throws EnvironmentException if no process starts
   */
  int ready() throws InterruptedException;

  /**
   * Verifies one candidate on every shape and then times it on every shape.
   *
   * @param best the smallest p50 so far on each shape, in nanoseconds
   * @param limit the longest duration before the process is killed
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  Evaluated evaluate(
      Configuration configuration, Binary binary, Map<String, Double> best, Duration limit)
      throws InterruptedException;

  /** The same on some shapes. A process that cannot tell them apart takes all. */
  default Evaluated evaluate(
      Configuration configuration,
      Binary binary,
      Map<String, Double> best,
      Duration limit,
      TimedShapes shapes)
      throws InterruptedException {
    return evaluate(configuration, binary, best, limit);
  }
}
