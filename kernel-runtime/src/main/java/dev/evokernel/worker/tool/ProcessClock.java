package dev.evokernel.worker.tool;

import module java.base;

import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;

/**
 * A check of a worker's clock against another clock.
 *
 * <p>A candidate of the cpu backend can replace the functions by which its process reads the time,
 * and so falsify its own time. The worker compares with the system's uptime, read from a file with
 * a resolution of 10 ms. The coordinator compares with its own clock, which includes the latency of
 * messages.
 */
public final class ProcessClock {

  private static final Path UPTIME = Path.of("/proc/uptime");

  private static final Duration RESOLUTION = Duration.ofMillis(50);
  private static final Duration MESSAGES = Duration.ofMillis(500);

  private final long began = System.nanoTime();
  private final Optional<Long> up = uptime();

  /**
   * Returns the outcome measured since the start, or a rejection if the uptime advanced further
   * than the process's clock.
   */
  public Outcome judge(Outcome outcome) {
    long spent = System.nanoTime() - began;
    return up.flatMap(before -> uptime().map(now -> now - before))
        .filter(taken -> taken > 1.1 * spent + RESOLUTION.toNanos())
        .flatMap(taken -> differing(outcome, spent, taken))
        .<Outcome>map(rejected -> rejected)
        .orElse(outcome);
  }

  /**
   * Explains, for the coordinator, why the times of a process cannot be trusted; empty if they can.
   *
   * @param spent nanoseconds of an evaluation by the process's clock
   * @param taken nanoseconds by the coordinator's
   */
  public static Optional<Rejected> fault(Outcome outcome, long spent, long taken) {
    return taken > 2 * spent + MESSAGES.toNanos()
        ? differing(outcome, spent, taken)
        : Optional.empty();
  }

  private static Optional<Rejected> differing(Outcome outcome, long spent, long taken) {
    return outcome instanceof Measured
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

  /** Reads the nanoseconds since the system's start; empty if the system does not report them. */
  private static Optional<Long> uptime() {
    try {
      String text = Files.readString(UPTIME, StandardCharsets.US_ASCII);
      return Optional.of(
          Math.round(Double.parseDouble(text.substring(0, text.indexOf(' '))) * 1e9));
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }
}
