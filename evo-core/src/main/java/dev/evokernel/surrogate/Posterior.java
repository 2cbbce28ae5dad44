package dev.evokernel.surrogate;

import module java.base;

/**
 * Gaussian process that is updated one configuration at a time, with its predictions for a
 * candidate set.
 *
 * <p>It stores the Cholesky factor of the told configurations, and for each candidate the solved
 * row that would extend the factor. A further configuration costs one row of the factor and one
 * number for each candidate; nothing is solved again. A pending configuration already reduces the
 * uncertainty around it. Until its objective is known, the prediction stands for it (the kriging
 * believer of Ginsbourger, Le Riche and Carraro, 2010), which changes no mean. Many pending
 * configurations therefore cost nothing.
 *
 * <p>The factor serves two outputs: the objective, and whether a configuration is rejected.
 */
final class Posterior {

  /** Candidates added together: their rows fit into the second-level cache. */
  private static final int ADDED_TOGETHER = 16;

  private CovarianceFunction covariance;
  private ToDoubleFunction<int[]> mean = _ -> 0;
  private final List<int[]> told = new ArrayList<>();

  private final GrowingFactor factor = new GrowingFactor();

  /**
   * Numbers of each told configuration, one for each candidate. They are floats, because each
   * further configuration reads them all and the candidate sets of several shapes exceed the
   * caches. Entries beyond the told configurations are left from before a restart.
   */
  private final List<float[]> solved = new ArrayList<>();

  private final double[][] rows = new double[ADDED_TOGETHER][0];

  private final List<int[]> candidates = new ArrayList<>();

  /** Solved objectives and rejections of the learnt configurations. */
  private double[] residuals = new double[64];

  private double[] rejectionResiduals = new double[64];

  private double[] objectives = new double[0];
  private double[] rejections = new double[0];
  private double[] variances = new double[0];
  private int learnt;
  private int timed;
  private double misfit;

  Posterior(CovarianceFunction covariance) {
    this.covariance = covariance;
  }

  /** Starts again without configurations, with the prior mean of an objective. */
  void restart(CovarianceFunction fitted, ToDoubleFunction<int[]> mean) {
    covariance = fitted;
    this.mean = mean;
    told.clear();
    factor.restart();
    candidates.clear();
    learnt = 0;
    timed = 0;
    misfit = 0;
  }

  /**
   * Adds a pending configuration of whose objective only a hint will be learnt.
   *
   * @param choices not changed from now on
   * @param explained share of the objective's variance that the hint explains: 1 for the objective
   *     itself, 0 for nothing
   */
  void tell(int[] choices, double explained) {
    int n = told.size();
    double[] line = new double[n + 1];
    covariances(choices, line);
    factor.solve(line);
    double noise = covariance.noise();
    double rest = Math.max(1 + noise - Cholesky.dot(line, line, n), noise);
    line[n] = Math.sqrt(rest / explained);
    factor.add(line);
    double[] row = new double[candidates.size()];
    for (int c = 0; c < row.length; c++) {
      row[c] = covariance.between(candidates.get(c), choices);
    }
    subtract(row, line, n);
    if (n == solved.size()) {
      solved.add(new float[variances.length]);
    }
    float[] kept = solved.get(n);
    for (int c = 0; c < row.length; c++) {
      kept[c] = (float) (row[c] / line[n]);
      variances[c] -= (double) kept[c] * kept[c];
    }
    told.add(choices);
  }

  private void covariances(int[] choices, double[] into) {
    for (int j = 0; j < told.size(); j++) {
      into[j] = covariance.between(choices, told.get(j));
    }
  }

  /** Makes a pending configuration the oldest. The predictions of candidates stay. */
  void advance(int pending) {
    for (int i = learnt + pending - 1; i >= learnt; i--) {
      double[] rotation = factor.exchange(i);
      Collections.swap(told, i, i + 1);
      float[] first = solved.get(i);
      float[] second = solved.get(i + 1);
      for (int c = 0; c < candidates.size(); c++) {
        double own = first[c];
        first[c] = (float) (rotation[0] * own + rotation[1] * second[c]);
        second[c] = (float) (rotation[1] * own - rotation[0] * second[c]);
      }
    }
  }

  /** Predicted objective of the oldest pending configuration. */
  double expected() {
    return mean.applyAsDouble(told.get(learnt)) + Cholesky.dot(oldest(), residuals, learnt);
  }

  /** Learns the outcome of the oldest pending configuration. A rejection is 1, or else 0. */
  void learn(double objective, double rejection) {
    double residual = residual(objective);
    misfit += residual * residual;
    timed++;
    learnResidual(residual, rejection);
  }

  double residual(double objective) {
    return (objective - expected()) / oldest()[learnt];
  }

  /**
   * Learns a hint of the objective of the oldest pending configuration, as a standardised residual.
   */
  void learnHint(double residual) {
    learnResidual(residual, 0);
  }

  private void learnResidual(double residual, double rejection) {
    double[] line = oldest();
    double expectedRejection = Cholesky.dot(line, rejectionResiduals, learnt);
    double rejectionResidual = (rejection - expectedRejection) / line[learnt];
    if (learnt == residuals.length) {
      residuals = Arrays.copyOf(residuals, 2 * learnt);
      rejectionResiduals = Arrays.copyOf(rejectionResiduals, 2 * learnt);
    }
    residuals[learnt] = residual;
    rejectionResiduals[learnt] = rejectionResidual;
    float[] row = solved.get(learnt);
    for (int c = 0; c < candidates.size(); c++) {
      objectives[c] += row[c] * residual;
      rejections[c] += row[c] * rejectionResidual;
    }
    learnt++;
  }

  private double[] oldest() {
    return factor.line(learnt);
  }

  void add(List<int[]> added) {
    grow(candidates.size() + added.size());
    for (int from = 0; from < added.size(); from += ADDED_TOGETHER) {
      addTogether(added.subList(from, Math.min(added.size(), from + ADDED_TOGETHER)));
    }
  }

  private void addTogether(List<int[]> added) {
    int n = told.size();
    for (int c = 0; c < added.size(); c++) {
      if (rows[c].length < n) {
        rows[c] = new double[n + n / 4];
      }
      covariances(added.get(c), rows[c]);
    }
    double[][] used = Arrays.copyOf(rows, added.size());
    factor.solve(used);
    int first = candidates.size();
    for (int j = 0; j < n; j++) {
      float[] kept = solved.get(j);
      for (int c = 0; c < added.size(); c++) {
        kept[first + c] = (float) rows[c][j];
      }
    }
    for (double[] row : used) {
      int candidate = candidates.size();
      variances[candidate] = 1 - Cholesky.dot(row, row, n);
      int[] choices = added.get(candidate - first);
      objectives[candidate] = mean.applyAsDouble(choices) + Cholesky.dot(row, residuals, learnt);
      rejections[candidate] = Cholesky.dot(row, rejectionResiduals, learnt);
      candidates.add(choices);
    }
  }

  /** Removes candidates one after the other; each time the last candidate takes the free row. */
  void remove(int... removed) {
    int last = candidates.size() - 1;
    for (int j = 0; j < told.size(); j++) {
      float[] row = solved.get(j);
      for (int i = 0; i < removed.length; i++) {
        row[removed[i]] = row[last - i];
      }
    }
    for (int i = 0; i < removed.length; i++) {
      objectives[removed[i]] = objectives[last - i];
      rejections[removed[i]] = rejections[last - i];
      variances[removed[i]] = variances[last - i];
      candidates.set(removed[i], candidates.get(last - i));
    }
    candidates.subList(candidates.size() - removed.length, candidates.size()).clear();
  }

  int candidates() {
    return candidates.size();
  }

  double mean(int candidate) {
    return objectives[candidate];
  }

  /** Predictive variance of a candidate, in the squared unit of the objective. */
  double variance(int candidate) {
    double amplitude =
        (misfit + HyperparameterFit.PSEUDO_COUNT) / (timed + HyperparameterFit.PSEUDO_COUNT);
    return Math.max(1e-9, variances[candidate]) * amplitude;
  }

  double risk(int candidate) {
    return Math.clamp(rejections[candidate], 0, 1);
  }

  /** Subtracts the rows of the candidates, each times a factor, four at a time. */
  private void subtract(double[] from, double[] factors, int rows) {
    int j = 0;
    for (; j + 3 < rows; j += 4) {
      subtractFour(from, factors, j);
    }
    for (; j < rows; j++) {
      double factor = factors[j];
      float[] row = solved.get(j);
      for (int c = 0; c < from.length; c++) {
        from[c] -= factor * row[c];
      }
    }
  }

  private void subtractFour(double[] from, double[] factors, int j) {
    double first = factors[j];
    double second = factors[j + 1];
    double third = factors[j + 2];
    double fourth = factors[j + 3];
    float[] one = solved.get(j);
    float[] two = solved.get(j + 1);
    float[] three = solved.get(j + 2);
    float[] four = solved.get(j + 3);
    for (int c = 0; c < from.length; c++) {
      from[c] = from[c] - first * one[c] - second * two[c] - third * three[c] - fourth * four[c];
    }
  }

  /** Grows the arrays by a quarter more than needed, so that they grow only a few times. */
  private void grow(int count) {
    if (count > variances.length) {
      int room = count + count / 4;
      objectives = Arrays.copyOf(objectives, room);
      rejections = Arrays.copyOf(rejections, room);
      variances = Arrays.copyOf(variances, room);
      solved.replaceAll(row -> Arrays.copyOf(row, room));
    }
  }
}
