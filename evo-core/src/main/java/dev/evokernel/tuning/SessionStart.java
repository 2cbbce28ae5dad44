package dev.evokernel.tuning;

import module java.base;

import java.lang.management.ManagementFactory;

/**
 * Start of a session.
 *
 * @param nanos a reading of {@link System#nanoTime} at which the session's wall time starts
 */
public record SessionStart(long nanos, DeviceReservation reservation, Consumer<String> news) {

  public static SessionStart now(DeviceReservation reservation, Consumer<String> news) {
    return new SessionStart(System.nanoTime(), reservation, news);
  }

  /**
   * Reading of the clock at the start of this virtual machine. The process may be older, since the
   * launcher first builds evo where needed.
   */
  public static long ofProcess() {
    long started = ManagementFactory.getRuntimeMXBean().getStartTime();
    long age = System.currentTimeMillis() - started;
    return System.nanoTime() - Math.max(0, age) * 1_000_000;
  }

  /** Moves the start by the time since a reading: a wait that does not count. */
  public SessionStart withoutTimeSince(long waitedFrom) {
    return new SessionStart(nanos + System.nanoTime() - waitedFrom, reservation, news);
  }
}
