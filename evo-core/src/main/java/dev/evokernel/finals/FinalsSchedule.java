package dev.evokernel.finals;

import dev.evokernel.measure.FinalsProcess;
import java.util.List;

/** A schedule of the processes of finals, which divides the time among them. */
@FunctionalInterface
public interface FinalsSchedule {

  /** Processes one after another, without a limit of time. */
  static FinalsSchedule unlimited(int processes) {
    return (done, _) ->
        done < processes
            ? List.of(new FinalsProcess(done + 1, processes, 1.0 / (processes - done)))
            : List.of();
  }

  /**
   * @param done processes that ended
   * @param finalists that take part, besides the default
   * @return the next processes, held side by side if there are several; none if there is no other,
   *     or no time
   */
  List<FinalsProcess> next(int done, int finalists);

  /**
   * Number of finalists that a second process can still confirm, where there is no time for all.
   *
   * @param finalists that took part in the first process, besides the default
   */
  default int confirmable(int finalists) {
    return 0;
  }
}
