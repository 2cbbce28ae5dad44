package dev.evokernel.surrogate;

import java.util.Arrays;

/**
 * Hyperparameters of a {@link CovarianceFunction}: the logarithms of the weights by coordinate and
 * sense, and the logarithm of the noise as a share of the variance.
 *
 * <p>Each has a normal prior around its initial value with a standard deviation of 1, which keeps
 * values that few evaluations cannot determine near what kernels have in common.
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

  static Hyperparameters of(double... all) {
    return new Hyperparameters(Arrays.copyOf(all, all.length - 1), all[all.length - 1]);
  }

  double weight(int coordinate, Coordinates.Sense sense) {
    return StrictMath.exp(logs[coordinate * Coordinates.senses() + sense.index]);
  }

  double noise() {
    return StrictMath.exp(logNoise);
  }

  /** Number of hyperparameters; the noise is last. */
  int size() {
    return logs.length + 1;
  }

  double get(int i) {
    return i < logs.length ? logs[i] : logNoise;
  }

  /** Adds a step; the noise stays between 1e-4 and 1 of the variance. */
  Hyperparameters plus(double... step) {
    double[] moved = logs.clone();
    for (int i = 0; i < moved.length; i++) {
      moved[i] += step[i];
    }
    return new Hyperparameters(moved, Math.clamp(logNoise + step[logs.length], LEAST_LOG_NOISE, 0));
  }

  /** Log density of the prior at these hyperparameters, up to a constant. */
  double logDensity(Hyperparameters prior) {
    double sum = 0;
    for (int i = 0; i < size(); i++) {
      sum -= (get(i) - prior.get(i)) * (get(i) - prior.get(i)) / 2;
    }
    return sum;
  }
}
