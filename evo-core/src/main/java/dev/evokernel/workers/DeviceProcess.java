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

  /** No limit but that of the problem that the process was started with. */
  Duration NO_LIMIT = Duration.ofNanos(Long.MAX_VALUE);

  /**
   * Makes sure that a process is ready.
   *
   * @return how many have been started so far
   * @throws EnvironmentException if no process starts
   */
  int ready() throws InterruptedException;

  /**
   * Verifies one candidate on every shape and then times it on some.
   *
   * @param best the smallest p50 so far on each shape, in nanoseconds
   * @param limit the longest duration before the process is killed
   * @param shapes a process that cannot tell them apart takes all
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  Evaluated evaluate(
      Configuration configuration,
      Binary binary,
      Map<String, Double> best,
      Duration limit,
      TimedShapes shapes)
      throws InterruptedException;

  /** The same on every shape. */
  default Evaluated evaluate(
      Configuration configuration, Binary binary, Map<String, Double> best, Duration limit)
      throws InterruptedException {
    return evaluate(configuration, binary, best, limit, TimedShapes.ALL);
  }

  @Override
  default Evaluated evaluate(Configuration configuration, Binary binary, Map<String, Double> best)
      throws InterruptedException {
    return evaluate(configuration, binary, best, NO_LIMIT, TimedShapes.ALL);
  }

  @Override
  default Evaluated evaluate(
      Configuration configuration, Binary binary, Map<String, Double> best, TimedShapes shapes)
      throws InterruptedException {
    return evaluate(configuration, binary, best, NO_LIMIT, shapes);
  }
}
