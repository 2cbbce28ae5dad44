package dev.evokernel.measure;

import dev.evokernel.outcome.Samples;
import java.util.HashMap;
import java.util.Map;

/**
 * Stopping rule: the entropy of the samples' distribution has levelled off.
 *
 * <p>Samples are counted in bins of half a percent. The entropy of the counts grows until the
 * distribution is known, whatever its width and number of peaks. The rule fits a line to the
 * entropies of the latest half of the samples (least squares) and bounds its change over this half.
 *
 * @param bits maximum change of the entropy over the latest half of the samples
 */
public record Entropy(double bits) implements StoppingRule {

  private static final double BIN = 0.005;

  public Entropy {
    if (!(bits > 0 && bits <= 10)) {
      throw new IllegalArgumentException(
          "The change of entropy must be > 0 and ≤ 10 bits, was " + bits + ".");
    }
  }

  @Override
  public boolean isMet(Samples samples) {
    double[] entropies = entropies(samples.nanos());
    int from = entropies.length / 2;
    int length = entropies.length - from;
    return length > 1 && Math.abs(slope(entropies, from) * (length - 1)) <= bits;
  }

  /** Entropies in bits after one sample, after two, and so on. */
  static double[] entropies(double[] nanos) {
    Map<Long, Integer> bins = new HashMap<>();
    double[] entropies = new double[nanos.length];
    double sum = 0; // of count · log2(count) over the bins
    for (int i = 0; i < nanos.length; i++) {
      long bin = (long) Math.floor(Math.log(nanos[i]) / BIN);
      int count = bins.merge(bin, 1, Integer::sum);
      sum += weight(count) - weight(count - 1);
      entropies[i] = log2(i + 1.0) - sum / (i + 1);
    }
    return entropies;
  }

  private static double slope(double[] values, int from) {
    int length = values.length - from;
    double middle = (length - 1) / 2.0;
    double products = 0;
    double squares = 0;
    for (int i = 0; i < length; i++) {
      products += (i - middle) * values[from + i];
      squares += (i - middle) * (i - middle);
    }
    return products / squares;
  }

  private static double weight(int count) {
    return count == 0 ? 0 : count * log2(count);
  }

  private static double log2(double value) {
    return Math.log(value) / Math.log(2);
  }
}
