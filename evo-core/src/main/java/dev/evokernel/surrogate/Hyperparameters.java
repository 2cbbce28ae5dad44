package dev.evokernel.surrogate;

import java.util.Arrays;

/**
 * What a {@link CovarianceFunction} has to learn: for each coordinate and sense the logarithm of
 * its weight, one after the other, and the logarithm of the noise as a share of the variance.
 *
 * <p>Each has a normal prior around where it starts, with a standard deviation of 1: that keeps
 * what a handful of evaluations cannot know near what kernels have in common.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, and written to in this package alone.
record Hyperparameters(double[] logs, double logNoise) {

  private static final double NOISE = 0.01;
  private static final double LEAST_LOG_NOISE = StrictMath.log(1e-4);

  static Hyperparameters prior(Coordinates coordinates, double roughness) {
    double[] logs = new double[coordinates.count() * Coordinates.senses()];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = StrictMath.log(roughness * Coordinates.sense(i % Coordinates.senses()).share);
    }
    return new Hyperparameters(logs, StrictMath.log(NOISE));
  }

  /** From all of them, as {@link #get} tells them. */
  static Hyperparameters of(double... all) {
    return new Hyperparameters(Arrays.copyOf(all, all.length - 1), all[all.length - 1]);
  }

  double weight(int coordinate, Coordinates.Sense sense) {
    return StrictMath.exp(logs[coordinate * Coordinates.senses() + sense.index]);
  }

  double noise() {
    return StrictMath.exp(logNoise);
  }

  /** The noise stands last. */
  int size() {
    return logs.length + 1;
  }

  double get(int i) {
    return i < logs.length ? logs[i] : logNoise;
  }

  /** Moved by a step; noise stays between a ten-thousandth of the variance and all of it. */
  Hyperparameters plus(double... step) {
    double[] moved = logs.clone();
    for (int i = 0; i < moved.length; i++) {
      moved[i] += step[i];
    }
    return new Hyperparameters(moved, Math.clamp(logNoise + step[logs.length], LEAST_LOG_NOISE, 0));
  }

  /** The logarithm of the prior's density at these weights, up to a constant. */
  double logDensity(Hyperparameters prior) {
    double sum = 0;
    for (int i = 0; i < size(); i++) {
      sum -= (get(i) - prior.get(i)) * (get(i) - prior.get(i)) / 2;
    }
    return sum;
  }
}
