package dev.evokernel.surrogate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A Gaussian process that is told one configuration after the other, and what it then expects of a
 * panel of others.
 *
 * <p>It keeps the Cholesky factor of what it was told, and for each member of the panel the solved
 * row that a further line of the factor would be. A further configuration costs one line and one
 * number for each member, and nothing is ever solved anew. A configuration whose objective is still
 * to come already narrows the uncertainty around it; until then its objective counts as what was
 * expected (the kriging believer of Ginsbourger, Le Riche and Carraro, 2010), which adds exactly
 * nothing to any mean. So it costs nothing to have many under way.
 *
 * <p>The same factor serves two outputs: the objective, and whether a configuration is rejected.
 */
final class Posterior {

  /** Members that are seated together: their rows fit into a processor's second cache. */
  private static final int SEATED_TOGETHER = 16;

  private static final double[] NOT_READ = {};

  private CovarianceFunction likeness;
  private final List<int[]> told = new ArrayList<>();

  private final GrowingFactor factor = new GrowingFactor();

  /**
   * Of each configuration that was told, a number for each member of the panel. They are floats,
   * since each further configuration reads them all, and the panels of several shapes are more than
   * caches hold. Those beyond what was told are left from before a restart.
   */
  private final List<float[]> solved = new ArrayList<>();

  /** Rows of those that are being seated, kept for the next ones. */
  private final double[][] rows = new double[SEATED_TOGETHER][0];

  private final List<int[]> panel = new ArrayList<>();

  /** The solved objectives and rejections, one for each that was learnt. */
  private double[] surprises = new double[64];

  private double[] alarms = new double[64];

  private double[] objectives = new double[0];
  private double[] rejections = new double[0];
  private double[] variances = new double[0];
  private double[] oldest = NOT_READ;
  private int learnt;
  private int timed;
  private double misfit;

  Posterior(CovarianceFunction likeness) {
    this.likeness = likeness;
  }

  /** Forgets all that it was told, and the panel. */
  void restart(CovarianceFunction other) {
    likeness = other;
    told.clear();
    factor.restart();
    panel.clear();
    oldest = NOT_READ;
    learnt = 0;
    timed = 0;
    misfit = 0;
  }

  /**
   * Tells of a configuration that is under way.
   *
   * @param choices not changed from now on
   */
  void tell(int[] choices) {
    tell(choices, 1);
  }

  /**
   * Tells of a configuration that is under way, and of whose objective only a hint will come.
   *
   * @param choices not changed from now on
   * @param explained the share of its variance that the hint explains: 1 is the objective itself,
   *     at 0 nothing is learnt. As much of what is uncertain here remains, whatever that is.
   */
  void tell(int[] choices, double explained) {
    int n = told.size();
    double[] line = new double[n + 1];
    covariances(choices, line);
    factor.solve(line);
    double noise = likeness.noise();
    double rest = Math.max(1 + noise - Cholesky.dot(line, line, n), noise);
    line[n] = Math.sqrt(rest / explained);
    factor.add(line);
    double[] row = new double[panel.size()];
    for (int c = 0; c < row.length; c++) {
      row[c] = likeness.between(panel.get(c), choices);
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
      into[j] = likeness.between(choices, told.get(j));
    }
  }

  /** What is expected of the oldest configuration under way: its objective. */
  double expected() {
    return Cholesky.dot(oldest(), surprises, learnt);
  }

  /**
   * Learns what came of the oldest configuration under way.
   *
   * @param objective standardised
   * @param rejection 1 if it was rejected, 0 if not
   */
  void learn(double objective, double rejection) {
    double surprise = surprise(objective);
    misfit += surprise * surprise;
    timed++;
    learnSurprise(surprise, rejection);
  }

  /**
   * By how much an objective of the oldest configuration under way is other than expected, as a
   * share of what was thought possible.
   */
  double surprise(double objective) {
    return (objective - expected()) / oldest()[learnt];
  }

  /** Learns a hint of the objective of the oldest configuration under way, in the unit of that. */
  void learnHint(double surprise) {
    learnSurprise(surprise, 0);
  }

  private void learnSurprise(double surprise, double rejection) {
    double[] line = oldest();
    double alarm = (rejection - Cholesky.dot(line, alarms, learnt)) / line[learnt];
    if (learnt == surprises.length) {
      surprises = Arrays.copyOf(surprises, 2 * learnt);
      alarms = Arrays.copyOf(alarms, 2 * learnt);
    }
    surprises[learnt] = surprise;
    alarms[learnt] = alarm;
    float[] row = solved.get(learnt);
    for (int c = 0; c < panel.size(); c++) {
      objectives[c] += row[c] * surprise;
      rejections[c] += row[c] * alarm;
    }
    learnt++;
    oldest = NOT_READ;
  }

  /** The factor's line of the oldest configuration under way. */
  private double[] oldest() {
    if (oldest.length == 0) {
      oldest = factor.line(learnt);
    }
    return oldest;
  }

  /** Adds members to the panel, after those that are there. */
  void seat(List<int[]> members) {
    grow(panel.size() + members.size());
    for (int from = 0; from < members.size(); from += SEATED_TOGETHER) {
      int to = Math.min(members.size(), from + SEATED_TOGETHER);
      seatTogether(members.subList(from, to));
    }
  }

  private void seatTogether(List<int[]> members) {
    int n = told.size();
    for (int c = 0; c < members.size(); c++) {
      if (rows[c].length < n) {
        rows[c] = new double[n + n / 4];
      }
      covariances(members.get(c), rows[c]);
    }
    double[][] theirs = Arrays.copyOf(rows, members.size());
    factor.solve(theirs);
    int first = panel.size();
    for (int j = 0; j < n; j++) {
      float[] kept = solved.get(j);
      for (int c = 0; c < members.size(); c++) {
        kept[first + c] = (float) rows[c][j];
      }
    }
    for (double[] row : theirs) {
      int seat = panel.size();
      variances[seat] = 1 - Cholesky.dot(row, row, n);
      objectives[seat] = Cholesky.dot(row, surprises, learnt);
      rejections[seat] = Cholesky.dot(row, alarms, learnt);
      panel.add(members.get(seat - first));
    }
  }

  /** Takes members off the panel one after the other; each time the last one takes the seat. */
  void dismiss(int... members) {
    int last = panel.size() - 1;
    for (int j = 0; j < told.size(); j++) {
      float[] row = solved.get(j);
      for (int i = 0; i < members.length; i++) {
        row[members[i]] = row[last - i];
      }
    }
    for (int i = 0; i < members.length; i++) {
      objectives[members[i]] = objectives[last - i];
      rejections[members[i]] = rejections[last - i];
      variances[members[i]] = variances[last - i];
      panel.set(members[i], panel.get(last - i));
    }
    panel.subList(panel.size() - members.length, panel.size()).clear();
  }

  int seats() {
    return panel.size();
  }

  double mean(int member) {
    return objectives[member];
  }

  /** In the objective's own unit, squared. */
  double variance(int member) {
    double amplitude =
        (misfit + HyperparameterFit.PSEUDO_COUNT) / (timed + HyperparameterFit.PSEUDO_COUNT);
    return Math.max(1e-9, variances[member]) * amplitude;
  }

  /** From 0 to 1. */
  double risk(int member) {
    return Math.clamp(rejections[member], 0, 1);
  }

  /** Subtracts the panel's rows, each times a factor, four at a time. */
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

  /** Takes a quarter more room than is needed: a panel grows a few times, and then no more. */
  private void grow(int seats) {
    if (seats > variances.length) {
      int room = seats + seats / 4;
      objectives = Arrays.copyOf(objectives, room);
      rejections = Arrays.copyOf(rejections, room);
      variances = Arrays.copyOf(variances, room);
      solved.replaceAll(row -> Arrays.copyOf(row, room));
    }
  }
}
