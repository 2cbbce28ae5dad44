package dev.evokernel.finals;

import dev.evokernel.measure.FinalsProcess;
import java.util.List;

/** A schedule of the processes of finals, which divides the time among them. */
@FunctionalInterface
public interface FinalsSchedule {

  /**
   * @param done processes that ended
   * @param finalists that take part, besides the default
   * @return the next processes, held side by side if there are several; none if there is no other,
   *     or no time
   */
  List<FinalsProcess> next(int done, int finalists);
}
