package dev.evokernel.worker;

import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.worker.protocol.Finalist;
import java.util.Optional;

/** Hears of every finalist that fails, and names the one that takes its seat. */
@FunctionalInterface
public interface FinalistSuccession {

  /** Seats stay empty. */
  FinalistSuccession NONE = (_, _) -> Optional.empty();

  /**
   * Takes a finalist that failed. No process holds the finals' device meanwhile.
   *
   * @param position among all that entered, in the order in which they did
   * @return the one that enters next; empty if the seat stays empty
   */
  Optional<Finalist> successor(int position, Rejected why) throws InterruptedException;
}
