package dev.evokernel.measure;

import dev.evokernel.kernel.CacheState;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Warm-up of a program, and the number of launches that makes a sample long enough for the clock.
 *
 * <p>Batches grow until the fastest launch so far predicts the length of a sample, since a
 * disturbance only slows launches. At least two batches are timed: a launch that was interrupted in
 * a single batch would otherwise be timed alone. A batch has an even number of launches, or one, so
 * that batches alternate inputs. From a cold cache, a launch of at least {@value #SHORT_NANOS} ns
 * is a sample by itself: flushing takes longer, and the clock is exact enough. Where more than a
 * third of the batches is disturbed, a sample is brief: a longer one is seldom undisturbed.
 *
 * @param warmUp total duration of discarded launches
 * @param sample minimum length of a sample
 * @param nanoClock ends the warm-up after {@value Sampler#SLACK} times {@code warmUp}
 */
record Calibration(CacheState cache, Duration warmUp, Duration sample, LongSupplier nanoClock) {

  /** Length of a sample on a device whose cores other processes use. */
  private static final Duration BRIEF = Duration.ofNanos(400_000);

  /** Length below which the overhead of a launch matters. */
  static final long SHORT_NANOS = 20_000;

  /** Disturbed batches, and multiples of the warm-up, after which two undisturbed ones lack. */
  private static final int PATIENCE = 24;

  private static final int MAX_LAUNCHES = 1 << 20;

  private static final int GROWTH = 64;

  /** Ratio of launches in a batch to those that the previous batch predicts. */
  private static final double MARGIN = 1.1;

  /** Bound on flushes in a batch. */
  private static final int MAX_COLD_LAUNCHES = 64;

  /**
   * Batch of a program.
   *
   * @param nanos its length by the fastest launch of the warm-up
   * @param isBrief whether more than a third of the warm-up's batches was disturbed
   */
  record Calibrated(int launches, double nanos, boolean isBrief) {}

  Calibration brief() {
    return new Calibration(cache, warmUp, shorter(sample), nanoClock);
  }

  private static Duration shorter(Duration sample) {
    return sample.compareTo(BRIEF) < 0 ? sample : BRIEF;
  }

  Calibrated batch(BatchTimer timer) {
    int most = cache == CacheState.COLD ? MAX_COLD_LAUNCHES : MAX_LAUNCHES;
    long sampleNanos = sample.toNanos();
    long warmUpNanos = warmUp.toNanos();
    double fastest = Double.POSITIVE_INFINITY;
    long spent = 0;
    long began = nanoClock.getAsLong();
    int launches = 1;
    int undisturbed = 0;
    int disturbed = 0;
    while (true) {
      long batch = Math.max(1, timer.nanos(launches));
      fastest = Math.min(fastest, (double) batch / launches);
      if (timer.wasDisturbed()) {
        disturbed++;
      } else {
        undisturbed++;
        spent += batch; // A disturbed batch warms no more than another, and takes far longer.
      }
      boolean isBrief = disturbed > 1 && 2 * disturbed > undisturbed;
      if (isBrief) {
        sampleNanos = shorter(sample).toNanos();
      }
      boolean alone = cache == CacheState.COLD && fastest >= SHORT_NANOS;
      boolean longEnough = alone || fastest * launches >= sampleNanos || launches == most;
      long taken = nanoClock.getAsLong() - began;
      boolean warm =
          undisturbed >= 2
              ? spent >= warmUpNanos || taken >= Sampler.SLACK * warmUpNanos
              : undisturbed + disturbed >= 2
                  && (disturbed >= PATIENCE || taken >= PATIENCE * warmUpNanos);
      if (longEnough && warm) {
        int chosen = alone ? 1 : enough(launches, (long) Math.ceil(sampleNanos / fastest));
        return new Calibrated(chosen, chosen * fastest, isBrief);
      }
      if (!longEnough) {
        launches = (int) Math.min(most, next(launches, sampleNanos / fastest));
      }
    }
  }

  private static long next(int launches, double wanted) {
    return even(
        (long) Math.clamp(Math.ceil(MARGIN * wanted), 2.0 * launches, (double) GROWTH * launches));
  }

  /** Keeps the size of the last batch, which a device has ready, if it is near the wanted one. */
  private static int enough(int last, long wanted) {
    return last <= MARGIN * MARGIN * wanted ? last : (int) even(Math.max(1, wanted));
  }

  private static long even(long launches) {
    return launches == 1 ? 1 : launches + launches % 2;
  }
}
