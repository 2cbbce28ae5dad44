package dev.evokernel.surrogate;

import static java.util.Arrays.binarySearch;

import java.util.List;

/**
 * Finds the weights under which the objectives seen are most plausible: the maximum of the marginal
 * likelihood times the prior (Rasmussen and Williams, Gaussian Processes for Machine Learning,
 * 2006, section 5.4), by Rprop (Riedmiller and Braun, 1993), which needs nothing but the signs of
 * the gradient.
 */
final class HyperparameterFit {

  private static final int ITERATIONS = 20;
  private static final double FIRST_STEP = 0.3;
  private static final double LONGEST_STEP = 1;
  private static final double SHORTEST_STEP = 0.01;
  private static final double GROW = 1.2;
  private static final double SHRINK = 0.5;

  /** As if so many objectives of unit variance had been seen before. */
  static final double PSEUDO_COUNT = 2;

  private final Coordinates coordinates;
  private final Hyperparameters prior;
  private final List<int[]> choices;
  private final double[] objectives;
  private final int n;

  /**
   * @param objectives standardised, one for each of the choices
   */
  HyperparameterFit(
      Coordinates coordinates, Hyperparameters prior, List<int[]> choices, double... objectives) {
    this.coordinates = coordinates;
    this.prior = prior;
    this.choices = choices;
    this.objectives = objectives;
    this.n = choices.size();
  }

  @SuppressWarnings("ArrayRecordComponent") // Read once, at the next step.
  record Point(double logPosterior, double[] gradient) {}

  /** The best weights met on the way from {@code start}. */
  Hyperparameters from(Hyperparameters start) {
    double[] steps = new double[start.size()];
    java.util.Arrays.fill(steps, FIRST_STEP);
    double[] before = new double[start.size()];
    Hyperparameters weights = start;
    Hyperparameters best = start;
    double highest = Double.NEGATIVE_INFINITY;
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      Point point = at(weights);
      if (point.logPosterior() > highest) {
        highest = point.logPosterior();
        best = weights;
      }
      weights = weights.plus(move(point.gradient(), before, steps));
    }
    return best;
  }

  /** One step of Rprop; {@code before} and {@code steps} are its memory. */
  private static double[] move(double[] gradient, double[] before, double[] steps) {
    double[] move = new double[gradient.length];
    for (int i = 0; i < gradient.length; i++) {
      double agreement = gradient[i] * before[i];
      double slope = gradient[i];
      if (agreement > 0) {
        steps[i] = Math.min(LONGEST_STEP, steps[i] * GROW);
      } else if (agreement < 0) {
        steps[i] = Math.max(SHORTEST_STEP, steps[i] * SHRINK);
        slope = 0;
      }
      move[i] = Math.signum(slope) * steps[i];
      before[i] = slope;
    }
    return move;
  }

  /** The amplitude of the process is not searched for: its best value follows from the rest. */
  Point at(Hyperparameters weights) {
    var likeness = new CovarianceFunction(coordinates, weights);
    double[][] covariance = covariance(likeness);
    Cholesky factor = Cholesky.of(covariance);
    double[][] inverse = factor.inverse();
    double[] solved = times(inverse, objectives);
    double misfit = Cholesky.dot(solved, objectives, n);
    double amplitude = (misfit + PSEUDO_COUNT) / (n + PSEUDO_COUNT);
    double logLikelihood =
        -0.5 * ((n + PSEUDO_COUNT) * StrictMath.log(amplitude) + factor.logDeterminant());
    return new Point(
        logLikelihood + weights.logDensity(prior),
        gradient(weights, falling(likeness, covariance), inverse, solved, amplitude));
  }

  private double[][] covariance(CovarianceFunction likeness) {
    double[][] covariance = new double[n][];
    for (int i = 0; i < n; i++) {
      covariance[i] = new double[i + 1];
      for (int j = 0; j < i; j++) {
        covariance[i][j] = likeness.between(choices.get(i), choices.get(j));
      }
      covariance[i][i] = 1 + likeness.noise();
    }
    return covariance;
  }

  /** What of each covariance a weight changes; the diagonal is not read. */
  private double[][] falling(CovarianceFunction likeness, double[]... covariance) {
    if (!coordinates.acrossVariants()) {
      return covariance;
    }
    double[][] falling = new double[n][];
    for (int i = 0; i < n; i++) {
      falling[i] = java.util.Arrays.stream(covariance[i]).map(likeness::falling).toArray();
    }
    return falling;
  }

  private double[] gradient(
      Hyperparameters weights,
      double[][] falling,
      double[][] inverse,
      double[] solved,
      double amplitude) {
    double[] gradient = new double[weights.size()];
    int senses = Coordinates.senses();
    for (int c = 0; c < coordinates.count(); c++) {
      int p = coordinates.parameter(c);
      // Of a long list of values only those that were measured.
      int[] measured = choices.stream().mapToInt(one -> one[p]).sorted().distinct().toArray();
      int values = measured.length;
      int[] places = choices.stream().mapToInt(one -> binarySearch(measured, one[p])).toArray();
      double[] pull = new double[values * values];
      for (int i = 0; i < n; i++) {
        int row = places[i] * values;
        for (int j = 0; j < i; j++) {
          pull[row + places[j]] -=
              (solved[i] * solved[j] / amplitude - inverse[i][j]) * falling[i][j];
        }
      }
      for (int s = 0; s < senses; s++) {
        double sum = 0;
        for (int v = 0; v < pull.length; v++) {
          sum +=
              pull[v]
                  * coordinates.apart(
                      c, Coordinates.sense(s), measured[v / values], measured[v % values]);
        }
        gradient[c * senses + s] = sum * weights.weight(c, Coordinates.sense(s));
      }
    }
    double diagonal = 0;
    for (int i = 0; i < n; i++) {
      diagonal += 0.5 * (solved[i] * solved[i] / amplitude - inverse[i][i]);
    }
    gradient[weights.size() - 1] = diagonal * weights.noise();
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] -= weights.get(i) - prior.get(i);
    }
    return gradient;
  }

  /** The product of a symmetric matrix, given by its lower half, and a vector. */
  static double[] times(double[][] lowerHalf, double... vector) {
    double[] product = new double[vector.length];
    for (int i = 0; i < vector.length; i++) {
      product[i] += lowerHalf[i][i] * vector[i];
      for (int j = 0; j < i; j++) {
        product[i] += lowerHalf[i][j] * vector[j];
        product[j] += lowerHalf[i][j] * vector[i];
      }
    }
    return product;
  }
}
