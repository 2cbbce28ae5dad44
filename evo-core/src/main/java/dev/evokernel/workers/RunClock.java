package dev.evokernel.workers;

import module java.base;

/**
 * The clocks of one session of a run, and its time sheet.
 *
 * @param nanoClock such as {@link System#nanoTime}, or the simulated clock of a replay
 * @param clock for instants in the store
 */
public record RunClock(
    LongSupplier nanoClock, InstantSource clock, Stopwatch stopwatch, Timesheet timesheet) {

  public long nanos() {
    return nanoClock.getAsLong();
  }
}
