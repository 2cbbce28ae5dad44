package dev.evokernel.surrogate;

/**
 * Correlation of the objectives of one configuration on several shapes: the matrix of the intrinsic
 * coregionalisation model (Goovaerts, Geostatistics for Natural Resources Evaluation, 1997),
 * estimated by moments from configurations timed on several shapes.
 *
 * <p>It learns standardised residuals: the difference between an objective and the prediction of
 * its shape's model, in standard deviations of the prediction. A shape that was not timed has
 * {@link Double#NaN}.
 */
final class Coregionalisation {

  /** Weight of the prior, as a number of configurations timed on every shape. */
  private static final double PRIOR = 10;

  /** Variance that a shape does not share; it also keeps the small systems well-conditioned. */
  private static final double OWN = 0.1;

  private final double[][] products;
  private final double[][] squares;

  Coregionalisation(ShapeOutputs outputs) {
    int shapes = outputs.count();
    this.products = new double[shapes][shapes];
    this.squares = new double[shapes][shapes];
    for (int s = 0; s < shapes; s++) {
      for (int t = 0; t < shapes; t++) {
        products[s][t] = PRIOR * outputs.correlations()[s][t];
        squares[s][t] = PRIOR;
      }
    }
  }

  void learn(double... residuals) {
    for (int s = 0; s < residuals.length; s++) {
      for (int t = 0; t < residuals.length; t++) {
        double product = residuals[s] * residuals[t];
        if (!Double.isNaN(product)) {
          products[s][t] += product;
          squares[s][t] += residuals[s] * residuals[s];
        }
      }
    }
  }

  private double correlation(int s, int t) {
    return products[s][t] / Math.sqrt(squares[s][t] * squares[t][s]);
  }

  /** Linear regression of a shape's residual on those of others. It explains a share below 1. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Regression(double[] weights, double explained) {}

  /**
   * Cholesky factor of the correlations of shapes. Each correlation is estimated from the
   * configurations timed on both shapes, so that the matrix may be indefinite. The unshared
   * variance then grows until the matrix is positive definite.
   */
  private Cholesky factor(int... on) {
    for (double own = OWN; ; own *= 2) {
      double[][] covariance = new double[on.length][];
      for (int i = 0; i < on.length; i++) {
        covariance[i] = new double[i + 1];
        for (int j = 0; j < i; j++) {
          covariance[i][j] = correlation(on[i], on[j]);
        }
        covariance[i][i] = 1 + own;
      }
      Cholesky factor = Cholesky.of(covariance);
      if (factor.leastVariance() >= OWN || own > on.length) {
        return factor;
      }
    }
  }

  /** Regression of a shape on others, without itself. */
  Regression regression(int shape, int... on) {
    double[] shared = new double[on.length];
    for (int i = 0; i < on.length; i++) {
      shared[i] = correlation(shape, on[i]);
    }
    double[] weights =
        on.length == 0 ? shared : HyperparameterFit.times(factor(on).inverse(), shared);
    double explained = 0;
    for (int i = 0; i < on.length; i++) {
      explained += weights[i] * shared[i];
    }
    return new Regression(weights, Math.clamp(explained, 0, 1 - OWN / 2));
  }
}
