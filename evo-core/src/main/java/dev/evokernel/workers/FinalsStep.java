package dev.evokernel.workers;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.worker.Finalist;
import dev.evokernel.worker.FinalistSuccession;
import java.util.List;

/** Measures the finalists on a run's device. */
@FunctionalInterface
public interface FinalsStep {

  /**
   * Measures the finalists on every shape, interleaved.
   *
   * @param succession hears of each finalist that fails
   * @return outcomes in the order of entry, those of successors last
   * @throws EnvironmentException if the machine is at fault, not a finalist
   */
  List<Outcome> hold(
      List<Finalist> finalists, FinalsSettings settings, FinalistSuccession succession)
      throws InterruptedException;
}
