package dev.evokernel.workers;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * What time it is in one sitting of a run, and where it went.
 *
 * @param nanoClock such as {@link System#nanoTime}, or one that a simulated device moves on
 * @param clock for what is written down
 */
public record RunClock(
    LongSupplier nanoClock, InstantSource clock, Stopwatch stopwatch, Timesheet timesheet) {

  public long nanos() {
    return nanoClock.getAsLong();
  }
}
