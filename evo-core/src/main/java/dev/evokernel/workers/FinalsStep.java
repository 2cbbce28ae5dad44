package dev.evokernel.workers;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.worker.FinalistSuccession;
import java.util.List;

/** Measures the finalists on a run's devices. */
@FunctionalInterface
public interface FinalsStep {

  /**
   * Holds some processes of the finals, side by side where there are several devices. Each measures
   * its finalists on every shape, interleaved.
   *
   * @param seatings in the order of the processes, at least one
   * @param succession hears of each finalist that fails in the first process of the finals; in
   *     later ones seats stay empty
   * @return for each process its outcomes in the order of entry, those of successors last; of the
   *     first process alone if a successor entered there, since the others lack it
   * @throws EnvironmentException if the machine is at fault, not a finalist
   */
  List<List<Outcome>> hold(List<FinalsSeating> seatings, FinalistSuccession succession)
      throws InterruptedException;
}
