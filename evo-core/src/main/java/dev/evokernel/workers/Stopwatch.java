package dev.evokernel.workers;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A stopwatch for the time of a run, earlier sessions included. */
public final class Stopwatch {

  private final LongSupplier nanoClock;
  private final long startedNanos;
  private final long earlierNanos;

  /**
   * @param nanoClock such as {@link System#nanoTime}
   * @param earlierNanos spent before this session
   */
  public Stopwatch(LongSupplier nanoClock, long earlierNanos) {
    this(nanoClock, nanoClock.getAsLong(), earlierNanos);
  }

  /**
   * @param startedNanos the reading of the clock at which this session began
   */
  public Stopwatch(LongSupplier nanoClock, long startedNanos, long earlierNanos) {
    this.nanoClock = nanoClock;
    this.startedNanos = startedNanos;
    this.earlierNanos = earlierNanos;
  }

  long spentNanos() {
    return earlierNanos + nanoClock.getAsLong() - startedNanos;
  }

  public Duration spent() {
    return Duration.ofNanos(spentNanos());
  }
}
