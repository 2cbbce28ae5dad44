package dev.evokernel.cpu;

import java.util.function.LongSupplier;

/**
 * Timer that repeats a batch when its threads waited for a core.
 *
 * <p>One other busy process makes a kernel with as many threads as cores wait for a whole slice of
 * the scheduler at its next barrier: 8 ms instead of 0.4. Such a sample says nothing about the
 * kernel. Repetitions are bounded, because a process that stays busy must not stop the measurement,
 * and a kernel with more threads than cores disturbs itself. Quiet samples earn further
 * repetitions.
 */
public final class QuietTimer {

  /** Share of a batch that its threads may wait. */
  private static final double TOLERATED = 0.02;

  /** Upper bound of earned repetitions. */
  private static final int CREDIT = 12;

  /** Repetitions that a quiet batch earns. */
  private static final int EARNED = 2;

  private final LongSupplier waitedNanos;
  private final Runnable discarded;
  private final Runnable rest;
  private int credit = CREDIT;

  /**
   * Grows with quiet batches; at 0 the cores are busy, and a rest makes the next batch no better.
   */
  private int patience = CREDIT;

  private boolean disturbed;

  /**
   * @param waitedNanos time that the threads have waited so far, {@link RunDelay#nanos}
   */
  public QuietTimer(LongSupplier waitedNanos, Runnable discarded) {
    this(waitedNanos, discarded, () -> {});
  }

  /**
   * @param rest lets a rare disturbance end, before the next batch
   */
  QuietTimer(LongSupplier waitedNanos, Runnable discarded, Runnable rest) {
    this.waitedNanos = waitedNanos;
    this.discarded = discarded;
    this.rest = rest;
  }

  private void noteQuiet() {
    patience = Math.min(CREDIT, patience + 1);
  }

  private void discard() {
    discarded.run();
    if (patience > 0) {
      rest.run();
    }
    patience = Math.max(0, patience - 2);
  }

  /** Returns the nanoseconds of a batch, whether it was disturbed or not. */
  public long once(LongSupplier batch) {
    long before = waitedNanos.getAsLong();
    long taken = batch.getAsLong();
    disturbed = waitedNanos.getAsLong() - before > TOLERATED * taken;
    if (disturbed) {
      discard();
    } else {
      noteQuiet();
    }
    return taken;
  }

  /** Returns the nanoseconds of a quiet batch, or of the least disturbed batch. */
  public long time(LongSupplier batch) {
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
      disturbed = waited > TOLERATED * taken;
      if (!disturbed) {
        credit = Math.min(CREDIT, credit + EARNED);
        noteQuiet();
        return nanos;
      }
      if (credit == 0) {
        return nanos;
      }
      credit--;
      discard();
    }
  }

  /** Whether the threads waited in the batch that was returned last. */
  public boolean wasDisturbed() {
    return disturbed;
  }
}
