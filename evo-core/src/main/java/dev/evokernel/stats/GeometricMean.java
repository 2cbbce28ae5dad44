package dev.evokernel.stats;

/** The mean of ratios: halving one and doubling another leaves it as it was. */
public final class GeometricMean {

  private GeometricMean() {}

  /**
   * @throws IllegalArgumentException if there is no value, or one is not a positive finite number
   */
  public static double of(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("The geometric mean of no values does not exist.");
    }
    double logarithms = 0;
    for (double value : values) {
      if (!(value > 0 && Double.isFinite(value))) {
        throw new IllegalArgumentException("No geometric mean with a value of " + value + ".");
      }
      logarithms += Math.log(value);
    }
    return Math.exp(logarithms / values.length);
  }
}
