package dev.evokernel.surrogate;

/**
 * How alike the objectives of two configurations are expected to be, from 0 to 1: the covariance of
 * the Gaussian process, {@code exp(-Σ wᵢ dᵢ)} over the coordinates and senses in which they differ.
 *
 * <p>An exponential of plain distances, not of their squares: tuning landscapes are rough.
 */
final class CovarianceFunction {

  private final Coordinates coordinates;
  private final double[][] tables;
  private final double noise;

  CovarianceFunction(Coordinates coordinates, Hyperparameters weights) {
    this.coordinates = coordinates;
    this.noise = weights.noise();
    this.tables = new double[coordinates.count()][];
    for (int c = 0; c < tables.length; c++) {
      tables[c] = table(c, weights);
    }
  }

  private double[] table(int coordinate, Hyperparameters weights) {
    int values = coordinates.values(coordinate);
    double[] table = new double[values * values];
    for (Coordinates.Sense sense : Coordinates.Sense.values()) {
      double weight = weights.weight(coordinate, sense);
      for (int i = 0; i < table.length; i++) {
        table[i] += weight * coordinates.apart(coordinate, sense, i / values, i % values);
      }
    }
    return table;
  }

  double between(int[] one, int[] other) {
    double distance = 0;
    for (int c = 0; c < tables.length; c++) {
      int p = coordinates.parameter(c);
      distance += tables[c][one[p] * coordinates.values(c) + other[p]];
    }
    return StrictMath.exp(-distance);
  }

  /** The share of an objective's variance that no configuration explains. */
  double noise() {
    return noise;
  }
}
