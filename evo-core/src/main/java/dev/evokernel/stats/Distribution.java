package dev.evokernel.stats;

import module java.base;

/** Values that were drawn for an uncertain quantity. */
public final class Distribution {

  /** Ends of an interval. */
  public record Interval(double low, double high) {}

  private final double[] values;

  Distribution(double[] values) {
    this.values = values;
  }

  /** The interval that holds the quantity with a confidence; each end is a drawn value. */
  public Interval interval(double confidence) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int last = sorted.length - 1;
    double tail = (1 - confidence) / 2 * last;
    return new Interval(sorted[(int) Math.round(tail)], sorted[(int) Math.round(last - tail)]);
  }

  /** Combines distributions of equally many values, draw by draw. */
  public static Distribution combined(
      List<Distribution> distributions, ToDoubleFunction<double[]> combine) {
    double[] at = new double[distributions.size()];
    double[] combined = new double[distributions.getFirst().values.length];
    for (int i = 0; i < combined.length; i++) {
      for (int d = 0; d < at.length; d++) {
        at[d] = distributions.get(d).values[i];
      }
      combined[i] = combine.applyAsDouble(at);
    }
    return new Distribution(combined);
  }

  /** Quotient, draw by draw. */
  public Distribution over(Distribution other) {
    double[] quotient = values.clone();
    Arrays.setAll(quotient, i -> quotient[i] / other.values[i]);
    return new Distribution(quotient);
  }
}
