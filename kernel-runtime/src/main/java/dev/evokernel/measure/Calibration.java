package dev.evokernel.measure;

import java.time.Duration;

/**
 * Warms a program up and finds how many launches make one sample long enough for the clock.
 *
 * <p>Batches double until one lasts as long as a sample has to; the fastest batch counts, since
 * whatever disturbed the others only made them slower.
 */
final class Calibration {

  private static final int MAX_LAUNCHES = 1 << 20;

  private Calibration() {}

  /** Launches per sample, at least 1. */
  static int launches(BatchTimer timer, Duration warmUp, Duration sample) {
    long target = sample.toNanos();
    double fastest = Double.POSITIVE_INFINITY;
    long spent = 0;
    int launches = 1;
    while (true) {
      long batch = Math.max(1, timer.nanos(launches));
      fastest = Math.min(fastest, (double) batch / launches);
      spent += batch;
      boolean longEnough = batch >= target || launches == MAX_LAUNCHES;
      if (longEnough && spent >= warmUp.toNanos()) {
        return (int) Math.clamp(Math.ceil(target / fastest), 1, MAX_LAUNCHES);
      }
      if (!longEnough) {
        launches *= 2;
      }
    }
  }
}
