package dev.evokernel.measure;

import dev.evokernel.outcome.Samples;
import java.util.Arrays;

/**
 * Met when the samples scatter little, or when their scatter no longer changes.
 *
 * <p>The noise after <i>n</i> samples is their standard deviation relative to their mean. Once the
 * noises after each of the latest {@value #WINDOW} samples scatter by less than {@value #WOBBLE} of
 * themselves, more samples would not change them. The rule follows nvbench.
 *
 * @param deviation the relative standard deviation that is small enough at once
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

  /** The noise after two samples, after three, and so on; by Welford's recurrence. */
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
