package dev.evokernel.stats;

/** Geometric mean, the mean of ratios. */
public final class GeometricMean {

  private GeometricMean() {}

  /**
   * @throws IllegalArgumentException for no values, or a value that is not positive and finite
   */
  public static double of(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("A geometric mean needs at least one value.");
    }
    double logarithms = 0;
    for (double value : values) {
      if (!(value > 0 && Double.isFinite(value))) {
        throw new IllegalArgumentException(
            "A geometric mean needs finite values > 0, was given " + value + ".");
      }
      logarithms += Math.log(value);
    }
    return Math.exp(logarithms / values.length);
  }
}
