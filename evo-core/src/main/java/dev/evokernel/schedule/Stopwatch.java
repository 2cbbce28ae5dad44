package dev.evokernel.schedule;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The time a run has spent, earlier sittings included. */
final class Stopwatch {

  private final LongSupplier nanoClock;
  private final long startedNanos;
  private final long earlierNanos;

  /**
   * @param nanoClock such as {@link System#nanoTime}
   * @param earlierNanos spent before this sitting
   */
  Stopwatch(LongSupplier nanoClock, long earlierNanos) {
    this.nanoClock = nanoClock;
    this.startedNanos = nanoClock.getAsLong();
    this.earlierNanos = earlierNanos;
  }

  long spentNanos() {
    return earlierNanos + nanoClock.getAsLong() - startedNanos;
  }

  Duration spent() {
    return Duration.ofNanos(spentNanos());
  }
}
