package dev.evokernel.workers;

import module java.base;

/**
 * A stopwatch for the time of a run, earlier sessions included.
 *
 * @param nanoClock such as {@link System#nanoTime}
 * @param startedNanos the reading of the clock at which this session began
 * @param earlierNanos spent before this session
 */
public record Stopwatch(LongSupplier nanoClock, long startedNanos, long earlierNanos) {

  /** Creates a stopwatch that starts now. */
  public Stopwatch(LongSupplier nanoClock, long earlierNanos) {
    this(nanoClock, nanoClock.getAsLong(), earlierNanos);
  }

  public Duration spent() {
    return Duration.ofNanos(earlierNanos + nanoClock.getAsLong() - startedNanos);
  }
}
