package dev.evokernel.surrogate;

import static java.util.Arrays.binarySearch;

import java.util.Arrays;
import java.util.List;

/**
 * Fit of the hyperparameters: the maximum of the marginal likelihood times the prior (Rasmussen and
 * Williams, Gaussian Processes for Machine Learning, 2006, section 5.4), by Rprop (Riedmiller and
 * Braun, 1993), which needs only the signs of the gradient.
 *
 * @param objectives standardised, one for each of the choices
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record HyperparameterFit(
    Coordinates coordinates, Hyperparameters prior, List<int[]> choices, double... objectives) {

  private static final int ITERATIONS = 20;
  private static final double FIRST_STEP = 0.3;
  private static final double LONGEST_STEP = 1;
  private static final double SHORTEST_STEP = 0.01;
  private static final double GROW = 1.2;
  private static final double SHRINK = 0.5;

  /** Prior weight of the amplitude, as a number of objectives of unit variance. */
  static final double PSEUDO_COUNT = 2;

  @SuppressWarnings("ArrayRecordComponent") // Read once, at the next step.
  record Point(double logPosterior, double[] gradient) {}

  /** Best hyperparameters found on the way from {@code start}. */
  Hyperparameters from(Hyperparameters start) {
    double[] steps = new double[start.size()];
    Arrays.fill(steps, FIRST_STEP);
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

  /** Computes one step of Rprop; {@code before} and {@code steps} are its state. */
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

  /**
   * Log posterior and gradient. The amplitude of the process is not searched for; its optimum
   * follows from the rest.
   */
  Point at(Hyperparameters weights) {
    var function = new CovarianceFunction(coordinates, weights);
    double[][] covariance = covariance(function, choices);
    Cholesky factor = Cholesky.of(covariance);
    double[][] inverse = factor.inverse();
    double[] solved = times(inverse, objectives);
    int n = choices.size();
    double misfit = Cholesky.dot(solved, objectives, n);
    double amplitude = (misfit + PSEUDO_COUNT) / (n + PSEUDO_COUNT);
    double logLikelihood =
        -0.5 * ((n + PSEUDO_COUNT) * StrictMath.log(amplitude) + factor.logDeterminant());
    return new Point(
        logLikelihood + weights.logDensity(prior),
        gradient(weights, falling(function, covariance), inverse, solved, amplitude));
  }

  static double[][] covariance(CovarianceFunction function, List<int[]> choices) {
    double[][] covariance = new double[choices.size()][];
    for (int i = 0; i < covariance.length; i++) {
      covariance[i] = new double[i + 1];
      for (int j = 0; j < i; j++) {
        covariance[i][j] = function.between(choices.get(i), choices.get(j));
      }
      covariance[i][i] = 1 + function.noise();
    }
    return covariance;
  }

  /** Part of each covariance that depends on the weights; the diagonal is not read. */
  private double[][] falling(CovarianceFunction function, double[]... covariance) {
    if (!coordinates.acrossVariants()) {
      return covariance;
    }
    double[][] falling = new double[covariance.length][];
    for (int i = 0; i < falling.length; i++) {
      falling[i] = Arrays.stream(covariance[i]).map(function::falling).toArray();
    }
    return falling;
  }

  private double[] gradient(
      Hyperparameters weights,
      double[][] falling,
      double[][] inverse,
      double[] solved,
      double amplitude) {
    int n = choices.size();
    double[] gradient = new double[weights.size()];
    int senses = Coordinates.senses();
    for (int c = 0; c < coordinates.count(); c++) {
      int p = coordinates.parameter(c);
      // A long list of values counts only with the measured ones.
      int[] measured = choices.stream().mapToInt(known -> known[p]).sorted().distinct().toArray();
      int values = measured.length;
      int[] places = choices.stream().mapToInt(known -> binarySearch(measured, known[p])).toArray();
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

  /** Product of a symmetric matrix, given by its lower half, and a vector. */
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
