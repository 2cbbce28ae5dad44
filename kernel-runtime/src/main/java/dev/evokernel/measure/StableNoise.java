package dev.evokernel.measure;

import dev.evokernel.outcome.Samples;
import java.util.Arrays;

/**
 * Stopping rule: small or stable noise, as in nvbench.
 *
 * <p>The noise after <i>n</i> samples is their standard deviation relative to their mean. Noise is
 * stable if the noises after each of the latest {@value #WINDOW} samples deviate by at most {@value
 * #WOBBLE}, relative to their mean.
 *
 * @param deviation relative standard deviation that counts as small
 */
public record StableNoise(double deviation) implements StoppingRule {

  static final int WINDOW = 64;
  static final double WOBBLE = 0.05;

  public StableNoise {
    StoppingRule.requireShare(deviation, "relative deviation");
  }

  @Override
  public boolean isMet(Samples samples) {
    if (new RelativeDeviation(deviation).isMet(samples)) {
      return true;
    }
    double[] noises = noises(samples.nanos());
    return noises.length >= WINDOW
        && relativeDeviation(Arrays.copyOfRange(noises, noises.length - WINDOW, noises.length))
            <= WOBBLE;
  }

  /** Noise after two samples, after three, and so on, by Welford's recurrence. */
  static double[] noises(double[] nanos) {
    double[] noises = new double[Math.max(0, nanos.length - 1)];
    double mean = nanos[0];
    double squares = 0;
    for (int i = 1; i < nanos.length; i++) {
      double before = nanos[i] - mean;
      mean += before / (i + 1);
      squares += before * (nanos[i] - mean);
      noises[i - 1] = Math.sqrt(squares / i) / mean;
    }
    return noises;
  }

  private static double relativeDeviation(double[] values) {
    double[] noises = noises(values);
    return noises[noises.length - 1];
  }
}
