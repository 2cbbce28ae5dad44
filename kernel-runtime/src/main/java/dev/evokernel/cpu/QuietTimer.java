package dev.evokernel.cpu;

import java.util.function.LongSupplier;

/**
 * Times a batch again when its threads had to wait for a core.
 *
 * <p>One other busy process makes a kernel with as many threads as cores wait for a whole slice of
 * the scheduler at its next barrier: 8 ms instead of 0.4. Such a sample says nothing about the
 * kernel. But a process that stays busy must not stop the measurement, and a kernel with more
 * threads than cores disturbs itself; so quiet samples earn repetitions, and there is a bound.
 */
final class QuietTimer {

  /** The share of a batch that its threads may wait. */
  private static final double TOLERATED = 0.02;

  /** The bound of earned repetitions. */
  private static final int CREDIT = 12;

  private final LongSupplier waitedNanos;
  private final Runnable discarded;
  private int credit = CREDIT;

  /**
   * @param waitedNanos how long the threads have waited so far, {@link RunDelay#nanos}
   * @param discarded called for each batch that is timed again
   */
  QuietTimer(LongSupplier waitedNanos, Runnable discarded) {
    this.waitedNanos = waitedNanos;
    this.discarded = discarded;
  }

  /**
   * The nanoseconds of a quiet batch, or of the least disturbed one there was.
   *
   * @param batch launches the batch and returns its nanoseconds
   */
  long time(LongSupplier batch) {
    long before = waitedNanos.getAsLong();
    long leastWaited = Long.MAX_VALUE;
    long nanos = 0;
    while (true) {
      long taken = batch.getAsLong();
      long after = waitedNanos.getAsLong();
      long waited = after - before;
      before = after;
      if (waited < leastWaited) {
        leastWaited = waited;
        nanos = taken;
      }
      if (waited <= TOLERATED * taken) {
        credit = Math.min(CREDIT, credit + 1);
        return nanos;
      }
      if (credit == 0) {
        return nanos;
      }
      credit--;
      discarded.run();
    }
  }
}
