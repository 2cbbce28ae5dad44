package dev.evokernel.schedule;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * What time it is in one sitting of a run, and where it went.
 *
 * @param nanoClock such as {@link System#nanoTime}, or one that a simulated device moves on
 * @param clock for what is written down
 */
record Timekeeping(
    LongSupplier nanoClock, InstantSource clock, Stopwatch stopwatch, Timesheet timesheet) {

  long nanos() {
    return nanoClock.getAsLong();
  }
}
