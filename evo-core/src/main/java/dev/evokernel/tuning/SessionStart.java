package dev.evokernel.tuning;

import java.time.Duration;
import java.time.Instant;

/**
 * The moment from which a session's wall time counts.
 *
 * @param nanos a reading of {@link System#nanoTime}
 */
public record SessionStart(long nanos) {

  /** From now on. */
  public static SessionStart now() {
    return new SessionStart(System.nanoTime());
  }

  /** From the start of this process on, so that what its virtual machine took counts as well. */
  public static SessionStart ofProcess() {
    long now = System.nanoTime();
    Instant clock = Instant.now();
    return ProcessHandle.current()
        .info()
        .startInstant()
        .map(started -> Duration.between(started, clock))
        .filter(age -> !age.isNegative())
        .map(age -> new SessionStart(now - age.toNanos()))
        .orElseGet(() -> new SessionStart(now));
  }

  /** Later by the time that passed since: a wait that does not count. */
  SessionStart withoutTimeSince(long waitedFrom) {
    return new SessionStart(nanos + System.nanoTime() - waitedFrom);
  }
}
