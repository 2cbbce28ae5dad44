package dev.evokernel.surrogate;

/**
 * How the objectives of one configuration on several shapes go together: the matrix of the
 * intrinsic coregionalisation model (Goovaerts, Geostatistics for Natural Resources Evaluation,
 * 1997), estimated by moments from those that were timed on more than one.
 *
 * <p>It learns surprises: by how much an objective is other than what the model of its shape
 * expected, as a share of what the model thought possible. What is not timed is {@link Double#NaN}.
 */
final class Coregionalisation {

  /** The prior counts as so many configurations that were timed on every shape. */
  private static final double PRIOR = 10;

  /** What a shape has of its own; it also keeps the small systems below well-conditioned. */
  private static final double OWN = 0.1;

  private final double[][] products;
  private final double[][] squares;

  Coregionalisation(ShapeOutputs outputs) {
    int shapes = outputs.count();
    this.products = new double[shapes][shapes];
    this.squares = new double[shapes][shapes];
    for (int s = 0; s < shapes; s++) {
      for (int t = 0; t < shapes; t++) {
        products[s][t] = PRIOR * outputs.likeness()[s][t];
        squares[s][t] = PRIOR;
      }
    }
  }

  void learn(double... surprises) {
    for (int s = 0; s < surprises.length; s++) {
      for (int t = 0; t < surprises.length; t++) {
        double product = surprises[s] * surprises[t];
        if (!Double.isNaN(product)) {
          products[s][t] += product;
          squares[s][t] += surprises[s] * surprises[s];
        }
      }
    }
  }

  private double correlation(int s, int t) {
    return products[s][t] / Math.sqrt(squares[s][t] * squares[t][s]);
  }

  /**
   * What the surprises on some shapes say of one on another.
   *
   * @param weights of each of those
   * @param explained the share of its variance, below 1
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Regression(double[] weights, double explained) {}

  /**
   * Of the correlations of these shapes. Each is estimated from the configurations that were timed
   * on both, so that together they may be those of no numbers at all: then every shape has more of
   * its own, until they can be.
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

  /**
   * The regression of a shape on others.
   *
   * @param on positions of those, none of them {@code shape}
   */
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
