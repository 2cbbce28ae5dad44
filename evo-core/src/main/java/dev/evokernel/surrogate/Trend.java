package dev.evokernel.surrogate;

import module java.base;

/**
 * Mean of a Gaussian process as a linear combination of related outputs: kriging with an external
 * drift (Goovaerts, Geostatistics for Natural Resources Evaluation, 1997). The coefficients are
 * those of generalised least squares, with a normal prior: an output that does not follow the
 * evaluations loses its weight after a few of them.
 *
 * <p>Related outputs are standardised as the objectives are, over the same configurations, so that
 * a coefficient is the correlation where there is one related output.
 */
final class Trend {

  /** Prior mean of the coefficients' sum: what another device's times usually explain. */
  private static final double PRIOR = 0.8;

  /** Prior standard deviation of a single coefficient. */
  private static final double DEVIATION = 0.4;

  /** Prior odds that an output follows at all. */
  private static final double ODDS = 4;

  /** Probability of following below which an output counts for nothing. */
  private static final double LEAST = 0.05;

  /** Passes in which coefficients and the amplitude of the rest are found together. */
  private static final int STEPS = 3;

  private final List<RelatedOutput> outputs;
  private final double ceiling;
  private final double[] coefficients;
  private List<ObjectiveTransform> transforms;

  /** Prior mean and variance of each coefficient. */
  private final double expected;

  private final double variance;

  Trend(List<RelatedOutput> outputs, double ceiling) {
    this.outputs = outputs;
    this.ceiling = ceiling;
    this.coefficients = new double[outputs.size()];
    long sources = Math.max(1, outputs.stream().map(RelatedOutput::name).distinct().count());
    this.expected = PRIOR / sources;
    this.variance = DEVIATION * DEVIATION / sources;
    Arrays.fill(coefficients, expected);
    this.transforms = outputs.stream().map(output -> transform(output, List.of())).toList();
  }

  /** Prior mean of a standardised objective. */
  double at(int... choices) {
    double sum = 0;
    for (int i = 0; i < coefficients.length; i++) {
      if (coefficients[i] != 0) {
        sum += coefficients[i] * regressor(i, choices);
      }
    }
    return sum;
  }

  private double regressor(int output, int... choices) {
    RelatedOutput related = outputs.get(output);
    return related.knows(choices) ? transforms.get(output).of(related.of(choices)) : 0;
  }

  private ObjectiveTransform transform(RelatedOutput output, List<int[]> over) {
    List<Double> known = over.stream().filter(output::knows).map(output::of).toList();
    return ObjectiveTransform.of(known.isEmpty() ? output.all() : known, ceiling);
  }

  /**
   * Standardises the related outputs over evaluated configurations, and fits the coefficients.
   *
   * @param remembered configurations with an objective
   * @param choices to which the coefficients are fitted
   * @param objectives standardised, of these choices
   */
  void fit(
      List<int[]> remembered,
      CovarianceFunction covariance,
      List<int[]> choices,
      double... objectives) {
    if (outputs.isEmpty() || remembered.isEmpty()) {
      return;
    }
    transforms = outputs.stream().map(output -> transform(output, remembered)).toList();
    double[][] inverse = Cholesky.of(HyperparameterFit.covariance(covariance, choices)).inverse();
    double[][] regressors = new double[coefficients.length][];
    double[][] solved = new double[coefficients.length][];
    for (int i = 0; i < coefficients.length; i++) {
      int output = i;
      regressors[i] = choices.stream().mapToDouble(c -> regressor(output, c)).toArray();
      solved[i] = HyperparameterFit.times(inverse, regressors[i]);
    }
    Arrays.fill(coefficients, expected);
    for (int step = 0; step < STEPS; step++) {
      double amplitude = amplitude(inverse, regressors, objectives);
      update(amplitude, regressors, solved, objectives);
    }
  }

  /** Variance of what the related outputs leave unexplained. */
  private double amplitude(double[][] inverse, double[][] regressors, double... objectives) {
    int n = objectives.length;
    double[] rest = objectives.clone();
    for (int i = 0; i < coefficients.length; i++) {
      for (int k = 0; k < n; k++) {
        rest[k] -= coefficients[i] * regressors[i][k];
      }
    }
    double misfit = Cholesky.dot(rest, HyperparameterFit.times(inverse, rest), n);
    return (misfit + HyperparameterFit.PSEUDO_COUNT) / (n + HyperparameterFit.PSEUDO_COUNT);
  }

  /**
   * Posterior mean of the coefficients, each times the probability that its output follows at all:
   * the Bayes factor against a coefficient of 0 (Dickey, 1971).
   */
  private void update(
      double amplitude, double[][] regressors, double[][] solved, double... objectives) {
    int count = coefficients.length;
    int n = objectives.length;
    double precision = amplitude / variance;
    double[][] matrix = new double[count][];
    double[] right = new double[count];
    for (int i = 0; i < count; i++) {
      matrix[i] = new double[i + 1];
      for (int j = 0; j <= i; j++) {
        matrix[i][j] = Cholesky.dot(regressors[i], solved[j], n);
      }
      matrix[i][i] += precision;
      right[i] = Cholesky.dot(solved[i], objectives, n) + precision * expected;
    }
    double[][] covariances = Cholesky.of(matrix).inverse();
    double[] fitted = HyperparameterFit.times(covariances, right);
    for (int i = 0; i < count; i++) {
      double posterior = amplitude * covariances[i][i];
      double evidence =
          (fitted[i] * fitted[i] / posterior
                  - expected * expected / variance
                  + StrictMath.log(posterior / variance))
              / 2;
      double trust = fitted[i] <= 0 ? 0 : 1 / (1 + StrictMath.exp(-evidence) / ODDS);
      coefficients[i] = trust < LEAST ? 0 : trust * fitted[i];
    }
  }
}
