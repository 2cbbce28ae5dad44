package dev.evokernel.tuning.device;

import java.lang.management.ManagementFactory;

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

  /**
   * From the start of this virtual machine on, which the command was started for. The process may
   * be older: it is the launcher's, which builds evo first where that is needed.
   */
  public static SessionStart ofProcess() {
    long started = ManagementFactory.getRuntimeMXBean().getStartTime();
    long age = System.currentTimeMillis() - started;
    return new SessionStart(System.nanoTime() - Math.max(0, age) * 1_000_000);
  }

  /** Later by the time that passed since: a wait that does not count. */
  public SessionStart withoutTimeSince(long waitedFrom) {
    return new SessionStart(nanos + System.nanoTime() - waitedFrom);
  }
}
