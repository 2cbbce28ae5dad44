package dev.evokernel.surrogate;

import java.util.stream.IntStream;

/**
 * How alike the objectives of two configurations are expected to be, from 0 to 1: the covariance of
 * the Gaussian process, {@code exp(-Σ wᵢ dᵢ)} over the coordinates and senses in which they differ.
 *
 * <p>An exponential of plain distances, not of their squares: tuning landscapes are rough.
 *
 * <p>With variants, two configurations of one variant have {@value #LEVEL} in common before any
 * distance counts: how fast the variant is at all. Those of two variants have nothing in common: a
 * parameter that only one of them has cannot be compared, and leaving it out of the product would
 * give no covariance, since the matrix could have negative eigenvalues.
 */
final class CovarianceFunction {

  /** Values of a coordinate up to which what each pair of them contributes is tabled. */
  private static final int MOST_TABLED = 64;

  /** The share of the variance that all configurations of a variant have in common. */
  private static final double LEVEL = 0.5;

  private final Coordinates coordinates;
  private final Hyperparameters weights;
  private final int[] parameters;
  private final int[] values;

  /** Of each coordinate of few values, the exponential of minus the distance of any two. */
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
    for (int one = 0; one < values; one++) {
      factors[one * values + one] = 1;
      for (int other = 0; other < one; other++) {
        double factor = StrictMath.exp(-distance(coordinate, one, other));
        factors[one * values + other] = factor;
        factors[other * values + one] = factor;
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
    double alike = untabled.length == 0 ? 1 : StrictMath.exp(-untabledDistance(one, other));
    for (int c = 0; c < factors.length; c++) {
      int p = parameters[c];
      alike *= factors[c][one[p] * values[c] + other[p]];
    }
    return coordinates.acrossVariants() ? LEVEL + (1 - LEVEL) * alike : alike;
  }

  private double untabledDistance(int[] one, int[] other) {
    double distance = 0;
    for (int c : untabled) {
      int p = coordinates.parameter(c);
      distance += distance(c, one[p], other[p]);
    }
    return distance;
  }

  /** The part of a covariance that falls with the distance. */
  double falling(double covariance) {
    return coordinates.acrossVariants() ? Math.max(0, covariance - LEVEL) : covariance;
  }

  /** The share of an objective's variance that no configuration explains. */
  double noise() {
    return noise;
  }
}
