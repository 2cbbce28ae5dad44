package dev.evokernel.surrogate;

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

  /** Values of a coordinate up to which all their distances are tabled. */
  private static final int MOST_TABLED = 512;

  private static final double[] NOT_TABLED = {};

  /** The share of the variance that all configurations of a variant have in common. */
  private static final double LEVEL = 0.5;

  private final Coordinates coordinates;
  private final Hyperparameters weights;
  private final int[] parameters;
  private final int[] values;
  private final double[][] tables;
  private final double noise;

  CovarianceFunction(Coordinates coordinates, Hyperparameters weights) {
    this.coordinates = coordinates;
    this.weights = weights;
    this.noise = weights.noise();
    this.parameters = new int[coordinates.count()];
    this.values = new int[parameters.length];
    this.tables = new double[parameters.length][];
    for (int c = 0; c < tables.length; c++) {
      parameters[c] = coordinates.parameter(c);
      values[c] = coordinates.values(c);
      tables[c] = values[c] <= MOST_TABLED ? table(c) : NOT_TABLED;
    }
  }

  private double[] table(int coordinate) {
    int values = coordinates.values(coordinate);
    double[] table = new double[values * values];
    for (int i = 0; i < table.length; i++) {
      table[i] = distance(coordinate, i / values, i % values);
    }
    return table;
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
    double distance = 0;
    for (int c = 0; c < tables.length; c++) {
      int p = parameters[c];
      double[] table = tables[c];
      distance +=
          table.length == 0 ? distance(c, one[p], other[p]) : table[one[p] * values[c] + other[p]];
    }
    double alike = StrictMath.exp(-distance);
    return coordinates.acrossVariants() ? LEVEL + (1 - LEVEL) * alike : alike;
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
