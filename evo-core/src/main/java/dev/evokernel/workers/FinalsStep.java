package dev.evokernel.workers;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.worker.FinalistSuccession;
import java.util.List;

/** The measurement of finalists on a run's devices. */
@FunctionalInterface
public interface FinalsStep {

  /**
   * Holds processes of the finals, side by side if there are several devices. Each process measures
   * its finalists on every shape, interleaved.
   *
   * @param seatings in the order of the processes, at least one
   * @param succession hears of each finalist that fails in the first process of the finals; in
   *     later processes seats stay empty
   * @return the outcomes of each process in the order of entry, successors last; the first process
   *     alone if a successor entered there, because the other processes lack it
   * @throws EnvironmentException if the machine is at fault, not a finalist
   */
  List<List<Outcome>> hold(List<FinalsSeating> seatings, FinalistSuccession succession)
      throws InterruptedException;
}
