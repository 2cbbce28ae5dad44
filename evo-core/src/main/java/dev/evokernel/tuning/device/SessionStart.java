package dev.evokernel.tuning.device;

import java.lang.management.ManagementFactory;

/**
 * Moment at which a session's wall time starts.
 *
 * @param nanos a reading of {@link System#nanoTime}
 */
public record SessionStart(long nanos) {

  public static SessionStart now() {
    return new SessionStart(System.nanoTime());
  }

  /**
   * Start of this virtual machine. The process may be older, since the launcher first builds evo
   * where needed.
   */
  public static SessionStart ofProcess() {
    long started = ManagementFactory.getRuntimeMXBean().getStartTime();
    long age = System.currentTimeMillis() - started;
    return new SessionStart(System.nanoTime() - Math.max(0, age) * 1_000_000);
  }

  /** Moves the start by the time since a reading: a wait that does not count. */
  public SessionStart withoutTimeSince(long waitedFrom) {
    return new SessionStart(nanos + System.nanoTime() - waitedFrom);
  }
}
