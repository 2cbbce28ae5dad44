package dev.evokernel.worker;

import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether the clock of a worker's process agrees with the coordinator's. A candidate of the cpu
 * backend can change the functions by which its process reads the time, and then its own time too.
 */
final class ProcessClock {

  /** How many times as long an evaluation may take by the coordinator's clock. */
  private static final int FACTOR = 2;

  /** What a message to and from a process may take on a busy machine. */
  private static final Duration TOLERATED = Duration.ofMillis(500);

  private ProcessClock() {}

  /**
   * @param spent nanoseconds of an evaluation by the process's clock
   * @param taken nanoseconds by the coordinator's
   * @return why the times of this process cannot be trusted
   */
  static Optional<Rejected> fault(Outcome outcome, long spent, long taken) {
    return outcome instanceof Outcome.Measured && taken > FACTOR * spent + TOLERATED.toNanos()
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
