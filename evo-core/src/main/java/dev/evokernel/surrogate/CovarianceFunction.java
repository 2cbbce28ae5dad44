package dev.evokernel.surrogate;

import java.util.stream.IntStream;

/**
 * Covariance function of the Gaussian process, from 0 to 1: {@code exp(-Σ wᵢ dᵢ)} over the
 * coordinates and senses in which two configurations differ.
 *
 * <p>The exponent is linear, not quadratic, in the distances, because tuning landscapes are rough.
 *
 * <p>With variants, two configurations of one variant share a variance of {@value #LEVEL} at any
 * distance: the speed of the variant itself. Configurations of different variants have covariance
 * 0. A parameter of only one of them cannot be compared, and without its factor the matrix could
 * have negative eigenvalues.
 */
final class CovarianceFunction {

  /** Maximum number of values of a coordinate whose factors are tabulated. */
  private static final int MOST_TABLED = 64;

  /** Share of the variance common to all configurations of a variant. */
  private static final double LEVEL = 0.5;

  private final Coordinates coordinates;
  private final Hyperparameters weights;
  private final int[] parameters;
  private final int[] values;

  /** Factors of every pair of values, for each tabulated coordinate. */
  private final double[][] factors;

  private final int[] untabled;
  private final double noise;

  CovarianceFunction(Coordinates coordinates, Hyperparameters weights) {
    this.coordinates = coordinates;
    this.weights = weights;
    this.noise = weights.noise();
    int[] tabled =
        IntStream.range(0, coordinates.count())
            .filter(c -> coordinates.values(c) <= MOST_TABLED)
            .toArray();
    this.parameters = IntStream.of(tabled).map(coordinates::parameter).toArray();
    this.values = IntStream.of(tabled).map(coordinates::values).toArray();
    this.factors = IntStream.of(tabled).mapToObj(this::factors).toArray(double[][]::new);
    this.untabled =
        IntStream.range(0, coordinates.count())
            .filter(c -> coordinates.values(c) > MOST_TABLED)
            .toArray();
  }

  private double[] factors(int coordinate) {
    int values = coordinates.values(coordinate);
    double[] factors = new double[values * values];
    for (int a = 0; a < values; a++) {
      factors[a * values + a] = 1;
      for (int b = 0; b < a; b++) {
        double factor = StrictMath.exp(-distance(coordinate, a, b));
        factors[a * values + b] = factor;
        factors[b * values + a] = factor;
      }
    }
    return factors;
  }

  private double distance(int coordinate, int one, int other) {
    double distance = 0;
    for (Coordinates.Sense sense : Coordinates.Sense.values()) {
      distance +=
          weights.weight(coordinate, sense) * coordinates.apart(coordinate, sense, one, other);
    }
    return distance;
  }

  double between(int[] one, int[] other) {
    if (!coordinates.isOneVariant(one, other)) {
      return 0;
    }
    double covariance = untabled.length == 0 ? 1 : StrictMath.exp(-untabledDistance(one, other));
    for (int c = 0; c < factors.length; c++) {
      int p = parameters[c];
      covariance *= factors[c][one[p] * values[c] + other[p]];
    }
    return coordinates.acrossVariants() ? LEVEL + (1 - LEVEL) * covariance : covariance;
  }

  private double untabledDistance(int[] one, int[] other) {
    double distance = 0;
    for (int c : untabled) {
      int p = coordinates.parameter(c);
      distance += distance(c, one[p], other[p]);
    }
    return distance;
  }

  /** Part of a covariance that decreases with the distance. */
  double falling(double covariance) {
    return coordinates.acrossVariants() ? Math.max(0, covariance - LEVEL) : covariance;
  }

  double noise() {
    return noise;
  }
}
