package dev.evokernel.finals;

import dev.evokernel.measure.FinalsProcess;
import java.util.Optional;

/** Which device processes finals have, and how the time is divided among them. */
@FunctionalInterface
public interface FinalsSchedule {

  /** One process, which has all the time. */
  FinalsSchedule SINGLE =
      (done, _) -> done == 0 ? Optional.of(FinalsProcess.ONLY) : Optional.empty();

  /**
   * @param done processes that ended
   * @param finalists that take part, besides the default
   * @return the next; empty when there is no other, or no time for it
   */
  Optional<FinalsProcess> next(int done, int finalists);
}
