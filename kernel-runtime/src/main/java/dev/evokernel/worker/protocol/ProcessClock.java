package dev.evokernel.worker.protocol;

import module java.base;

import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;

/**
 * A check of a worker's clock against another clock.
 *
 * <p>A candidate of the cpu backend can replace the functions by which its process reads the time,
 * and so falsify its own time. The coordinator compares with its own clock, which includes the
 * latency of messages.
 */
public final class ProcessClock {

  private static final Duration MESSAGES = Duration.ofMillis(500);

  private ProcessClock() {}

  /**
   * Explains, for the coordinator, why the times of a process cannot be trusted; empty if they can.
   *
   * @param spent nanoseconds of an evaluation by the process's clock
   * @param taken nanoseconds by the coordinator's
   */
  public static Optional<Rejected> fault(Outcome outcome, long spent, long taken) {
    return outcome instanceof Measured && taken > 2 * spent + MESSAGES.toNanos()
        ? Optional.of(
            new Rejected(
                Rejection.SUSPICIOUS,
                "",
                String.format(
                    Locale.ROOT,
                    "The clock of its process went on by %.2f s while %.2f s passed. Maybe it"
                        + " changes what its process reads as the time.",
                    spent / 1e9,
                    taken / 1e9)))
        : Optional.empty();
  }
}
