package dev.evokernel.workers;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.worker.Finalist;
import java.util.List;

/** What the finals ask of their device. */
@FunctionalInterface
public interface FinalsStep {

  /**
   * Measures the entrants against each other on every shape.
   *
   * @return one outcome for each entrant, in their order
   * @throws EnvironmentException if the machine is at fault, not an entrant
   */
  List<Outcome> hold(List<Finalist> entrants, FinalsSettings settings) throws InterruptedException;
}
