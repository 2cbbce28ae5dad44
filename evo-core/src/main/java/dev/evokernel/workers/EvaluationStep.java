package dev.evokernel.workers;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.worker.Evaluated;
import dev.evokernel.worker.TimedShapes;
import java.util.Map;
import java.util.Optional;

/** Evaluates compiled candidates on a run's device. */
@FunctionalInterface
public interface EvaluationStep {

  /**
   * Verifies one candidate on every shape and then times it on every shape.
   *
   * @param best the smallest p50 so far on each shape, in nanoseconds; sampling of a candidate far
   *     above it stops early; a shape without an entry is always sampled in full
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  Evaluated evaluate(Configuration configuration, Binary binary, Map<String, Double> best)
      throws InterruptedException;

  /** The same on some shapes. A step that cannot tell them apart takes all. */
  default Evaluated evaluate(
      Configuration configuration, Binary binary, Map<String, Double> best, TimedShapes shapes)
      throws InterruptedException {
    return evaluate(configuration, binary, best);
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

  /** Makes the next evaluation the first in a fresh process. A recording has none. */
  default void renew() {}

  /**
   * Makes the device ready for an evaluation, so that what is found out about it in a fresh process
   * is known before.
   */
  default void prepare() throws InterruptedException {}
}
