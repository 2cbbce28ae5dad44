package dev.evokernel.worker;

import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.worker.protocol.Finalist;
import java.util.Optional;

/** A listener for failed finalists, which names their successors. */
@FunctionalInterface
public interface FinalistSuccession {

  /** Seats stay empty. */
  FinalistSuccession NONE = (_, _) -> Optional.empty();

  /**
   * Takes a failed finalist. No process holds the device of the finals during the call.
   *
   * @param position of the finalist in the order of entry
   * @return the successor, or empty if the seat stays empty
   */
  Optional<Finalist> successor(int position, Rejected why) throws InterruptedException;
}
