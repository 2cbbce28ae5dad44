package dev.evokernel.tuning.household;

import dev.evokernel.health.Pause;
import dev.evokernel.report.RunState;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.run.RunStatus;
import dev.evokernel.tuning.session.RunStates;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * Follows a run that this or another process does, from what is stored: it writes nothing and takes
 * no lock.
 *
 * @param interval between two looks
 */
public record RunWatch(Duration interval, Pause pause, InstantSource clock) {

  /**
   * Looks until the run is no longer running.
   *
   * @param run its id
   * @param seen hears how it stands at each look, also at the last
   * @return how it stands in the end
   */
  public RunState follow(ResultStore store, String run, Consumer<RunState> seen)
      throws InterruptedException {
    while (true) {
      RunState state = RunStates.of(store, run, clock.instant());
      seen.accept(state);
      if (state.status() != RunStatus.RUNNING) {
        return state;
      }
      pause.sleep(interval);
    }
  }
}
