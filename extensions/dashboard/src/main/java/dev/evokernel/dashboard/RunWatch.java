package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.health.Pause;
import dev.evokernel.report.RunState;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.run.RunStatus;

/**
 * Follows a run of any process through the store, without writing or locking.
 *
 * @param interval the time between two reads
 */
public record RunWatch(Duration interval, Pause pause, InstantSource clock) {

  /**
   * Reads the run's state until the run has ended.
   *
   * @param run the run's id
   * @param seen receives each state, the last included
   * @return the last state
   */
  public RunState follow(ResultStore store, String run, Consumer<RunState> seen)
      throws InterruptedException {
    while (true) {
      RunState state = RunState.of(store, run, clock.instant());
      seen.accept(state);
      if (state.status() != RunStatus.RUNNING) {
        return state;
      }
      pause.sleep(interval);
    }
  }
}
