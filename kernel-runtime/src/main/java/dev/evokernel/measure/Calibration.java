package dev.evokernel.measure;

import dev.evokernel.kernel.CacheState;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Warms a program up and finds how many launches make one sample long enough for the clock.
 *
 * <p>Batches grow until one would last as long as a sample has to by the fastest launch so far,
 * since a disturbance only makes launches slower. At least two batches are timed: after one, a
 * launch of a microsecond that was interrupted for a millisecond would be timed alone from then on.
 * Several launches are an even number of them, so that a batch ends with the inputs that the next
 * one does not begin with. From a cold cache a launch is a sample by itself unless it is shorter
 * than {@value #SHORT_NANOS} ns: flushing takes longer than that, and the clock is exact enough for
 * a single launch.
 */
final class Calibration {

  /** Below this, the overhead around a launch is not small beside the launch. */
  static final long SHORT_NANOS = 20_000;

  private static final int MAX_LAUNCHES = 1 << 20;

  /** A batch has so many times the launches of the one before at the most. */
  private static final int GROWTH = 64;

  /** How many more launches a batch has than the batch before makes it need. */
  private static final double MARGIN = 1.1;

  /** Bounds the time for flushing, which precedes each launch. */
  private static final int MAX_COLD_LAUNCHES = 64;

  private final CacheState cache;
  private final long warmUpNanos;
  private final long sampleNanos;
  private final LongSupplier nanoClock;

  /**
   * @param warmUp launches are discarded until they have taken this long together
   * @param sample how long one sample lasts at the least
   * @param nanoClock ends the warm-up after {@value Sampler#SLACK} times {@code warmUp} at the
   *     latest
   */
  Calibration(CacheState cache, Duration warmUp, Duration sample, LongSupplier nanoClock) {
    this.cache = cache;
    this.warmUpNanos = warmUp.toNanos();
    this.sampleNanos = sample.toNanos();
    this.nanoClock = nanoClock;
  }

  /** Launches per sample, at least 1. */
  int launches(BatchTimer timer) {
    int most = cache == CacheState.COLD ? MAX_COLD_LAUNCHES : MAX_LAUNCHES;
    double fastest = Double.POSITIVE_INFINITY;
    long spent = 0;
    long end = nanoClock.getAsLong() + Sampler.SLACK * warmUpNanos;
    int launches = 1;
    for (int batches = 1; ; batches++) {
      long batch = Math.max(1, timer.nanos(launches));
      fastest = Math.min(fastest, (double) batch / launches);
      spent += batch;
      boolean alone = cache == CacheState.COLD && fastest >= SHORT_NANOS;
      boolean longEnough = alone || fastest * launches >= sampleNanos || launches == most;
      boolean warm = spent >= warmUpNanos || nanoClock.getAsLong() - end >= 0;
      if (longEnough && warm && batches >= 2) {
        return alone ? 1 : enough(launches, (long) Math.ceil(sampleNanos / fastest));
      }
      if (!longEnough) {
        launches = (int) Math.min(most, next(launches, sampleNanos / fastest));
      }
    }
  }

  /** At least twice as many, at most {@value #GROWTH} times. */
  private static long next(int launches, double wanted) {
    return even(
        (long) Math.clamp(Math.ceil(MARGIN * wanted), 2.0 * launches, (double) GROWTH * launches));
  }

  /** Those of the last batch if they are not many more than wanted: a device has them ready. */
  private static int enough(int last, long wanted) {
    return last <= MARGIN * MARGIN * wanted ? last : (int) even(Math.max(1, wanted));
  }

  private static long even(long launches) {
    return launches == 1 ? 1 : launches + launches % 2;
  }
}
