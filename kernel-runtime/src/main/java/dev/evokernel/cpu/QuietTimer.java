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

  private static final int CREDIT = 12;

  private static final int EARNED = 2;

  /** Patience that a disturbed batch costs: none is left where one of three is disturbed. */
  private static final int LOST = 2;

  private final LongSupplier waitedNanos;
  private final Runnable discarded;
  private final Runnable rest;
  private int credit = CREDIT;

  /**
   * Grows with quiet batches; at 0 the cores are busy, and a rest makes the next batch no better.
   */
  private int patience = CREDIT;

  private long waited;
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

  public long once(LongSupplier batch) {
    long taken = run(batch);
    if (disturbed) {
      discard();
    }
    return taken;
  }

  /** Returns the nanoseconds of a quiet batch, or of the least disturbed batch. */
  public long time(LongSupplier batch) {
    long leastWaited = Long.MAX_VALUE;
    long nanos = 0;
    while (true) {
      long taken = run(batch);
      if (waited < leastWaited) {
        leastWaited = waited;
        nanos = taken;
      }
      if (!disturbed) {
        credit = Math.min(CREDIT, credit + EARNED);
        return nanos;
      }
      if (credit == 0) {
        return nanos;
      }
      credit--;
      discard();
    }
  }

  private long run(LongSupplier batch) {
    long before = waitedNanos.getAsLong();
    long taken = batch.getAsLong();
    waited = waitedNanos.getAsLong() - before;
    disturbed = waited > TOLERATED * taken;
    if (!disturbed) {
      patience = Math.min(CREDIT, patience + 1);
    }
    return taken;
  }

  private void discard() {
    discarded.run();
    if (patience > 0) {
      rest.run();
    }
    patience = Math.max(0, patience - LOST);
  }

  public boolean wasDisturbed() {
    return disturbed;
  }
}
