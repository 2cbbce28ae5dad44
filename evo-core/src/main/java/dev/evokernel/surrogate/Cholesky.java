package dev.evokernel.surrogate;

/** Lower triangular Cholesky factor of a covariance matrix. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Cholesky(double[][] lower) {

  /** Factorises a symmetric and positive definite matrix. */
  static Cholesky of(double[][] matrix) {
    int n = matrix.length;
    double[][] lower = new double[n][];
    for (int i = 0; i < n; i++) {
      lower[i] = new double[i + 1];
      for (int j = 0; j <= i; j++) {
        double rest = matrix[i][j] - dot(lower[i], lower[j], j);
        lower[i][j] = i == j ? Math.sqrt(Math.max(rest, 1e-12)) : rest / lower[j][j];
      }
    }
    return new Cholesky(lower);
  }

  /** Smallest variance of a row that the previous rows do not explain. */
  double leastVariance() {
    double least = Double.POSITIVE_INFINITY;
    for (double[] row : lower) {
      double own = row[row.length - 1];
      least = Math.min(least, own * own);
    }
    return least;
  }

  double logDeterminant() {
    double sum = 0;
    for (int i = 0; i < lower.length; i++) {
      sum += 2 * StrictMath.log(lower[i][i]);
    }
    return sum;
  }

  /** Inverse of the matrix, lower half only. */
  double[][] inverse() {
    int n = lower.length;
    double[][] columns = new double[n][];
    for (int c = 0; c < n; c++) {
      double[] column = new double[n];
      column[c] = 1 / lower[c][c];
      for (int i = c + 1; i < n; i++) {
        column[i] = -dot(lower[i], column, c, i) / lower[i][i];
      }
      columns[c] = column;
    }
    double[][] inverse = new double[n][];
    for (int i = 0; i < n; i++) {
      inverse[i] = new double[i + 1];
      for (int j = 0; j <= i; j++) {
        inverse[i][j] = dot(columns[i], columns[j], i, n);
      }
    }
    return inverse;
  }

  static double dot(double[] one, double[] other, int count) {
    return dot(one, other, 0, count);
  }

  /** Dot product of a range; four partial sums keep the processor's pipelines full. */
  private static double dot(double[] one, double[] other, int from, int to) {
    double first = 0;
    double second = 0;
    double third = 0;
    double fourth = 0;
    int i = from;
    for (; i + 3 < to; i += 4) {
      first += one[i] * other[i];
      second += one[i + 1] * other[i + 1];
      third += one[i + 2] * other[i + 2];
      fourth += one[i + 3] * other[i + 3];
    }
    for (; i < to; i++) {
      first += one[i] * other[i];
    }
    return first + second + (third + fourth);
  }
}
