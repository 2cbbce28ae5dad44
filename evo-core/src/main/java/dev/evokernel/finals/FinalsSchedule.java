package dev.evokernel.finals;

import dev.evokernel.measure.FinalsProcess;
import java.util.List;

/** Which device processes finals have, and how the time is divided among them. */
@FunctionalInterface
public interface FinalsSchedule {

  /** A single process, which has all the time. */
  FinalsSchedule SINGLE = (done, _) -> done == 0 ? List.of(FinalsProcess.ONLY) : List.of();

  /**
   * @param done processes that ended
   * @param finalists that take part, besides the default
   * @return those that are held next, side by side if they are several; none when there is no
   *     other, or no time for it
   */
  List<FinalsProcess> next(int done, int finalists);
}
