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

  /** Members that are seated together: their lines fit into a processor's second cache. */
  private static final int BLOCK = 64;

  private CovarianceFunction likeness;
  private final List<int[]> told = new ArrayList<>();
  private final List<double[]> lower = new ArrayList<>();
  private final List<double[]> solved = new ArrayList<>();

  /** Rows that a restart left: megabytes that every restart would otherwise ask for anew. */
  private final List<double[]> spare = new ArrayList<>();

  private final List<int[]> panel = new ArrayList<>();

  /** The solved objectives and rejections, one for each that was learnt. */
  private double[] surprises = new double[64];

  private double[] alarms = new double[64];

  private double[] objectives = new double[0];
  private double[] rejections = new double[0];
  private double[] variances = new double[0];
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
    lower.clear();
    spare.addAll(solved);
    solved.clear();
    panel.clear();
    learnt = 0;
    timed = 0;
    misfit = 0;
  }

  /** Room for the panel; what stands in it counts for nothing. */
  private double[] row() {
    while (!spare.isEmpty()) {
      double[] row = spare.removeLast();
      if (row.length == variances.length) {
        return row;
      }
    }
    return new double[variances.length];
  }

  /** Tells of a configuration that is under way. */
  void tell(int[] choices) {
    tell(choices, 1);
  }

  /**
   * Tells of a configuration that is under way, and of whose objective only a hint will come.
   *
   * @param explained the share of its variance that the hint explains: 1 is the objective itself,
   *     at 0 nothing is learnt. As much of what is uncertain here remains, whatever that is.
   */
  void tell(int[] choices, double explained) {
    int n = told.size();
    double[] line = new double[n + 1];
    for (int j = 0; j < n; j++) {
      line[j] = likeness.between(choices, told.get(j));
    }
    substitute(line, n);
    double noise = likeness.noise();
    double rest = Math.max(1 + noise - Cholesky.dot(line, line, n), noise);
    line[n] = Math.sqrt(rest / explained);
    double[] row = row();
    for (int c = 0; c < panel.size(); c++) {
      row[c] = likeness.between(panel.get(c), choices);
    }
    subtract(row, line, solved, n, panel.size());
    for (int c = 0; c < panel.size(); c++) {
      row[c] /= line[n];
      variances[c] -= row[c] * row[c];
    }
    told.add(choices.clone());
    lower.add(line);
    solved.add(row);
  }

  /** What is expected of the oldest configuration under way: its objective. */
  double expected() {
    return Cholesky.dot(lower.get(learnt), surprises, learnt);
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
    return (objective - expected()) / lower.get(learnt)[learnt];
  }

  /** Learns a hint of the objective of the oldest configuration under way, in the unit of that. */
  void learnHint(double surprise) {
    learnSurprise(surprise, 0);
  }

  private void learnSurprise(double surprise, double rejection) {
    double[] line = lower.get(learnt);
    double alarm = (rejection - Cholesky.dot(line, alarms, learnt)) / line[learnt];
    if (learnt == surprises.length) {
      surprises = Arrays.copyOf(surprises, 2 * learnt);
      alarms = Arrays.copyOf(alarms, 2 * learnt);
    }
    surprises[learnt] = surprise;
    alarms[learnt] = alarm;
    double[] row = solved.get(learnt);
    for (int c = 0; c < panel.size(); c++) {
      objectives[c] += row[c] * surprise;
      rejections[c] += row[c] * alarm;
    }
    learnt++;
  }

  /** Adds members to the panel, after those that are there. */
  void seat(List<int[]> members) {
    grow(panel.size() + members.size());
    for (int from = 0; from < members.size(); from += BLOCK) {
      seatBlock(members.subList(from, Math.min(members.size(), from + BLOCK)));
    }
  }

  private void seatBlock(List<int[]> members) {
    int first = panel.size();
    int count = members.size();
    double[] explained = new double[count];
    double[][] rows = new double[told.size()][count];
    for (int j = 0; j < rows.length; j++) {
      double[] row = rows[j];
      double[] line = lower.get(j);
      for (int c = 0; c < count; c++) {
        row[c] = likeness.between(members.get(c), told.get(j));
      }
      subtract(row, line, Arrays.asList(rows), j, count);
      for (int c = 0; c < count; c++) {
        row[c] /= line[j];
        explained[c] += row[c] * row[c];
      }
      System.arraycopy(row, 0, solved.get(j), first, count);
    }
    for (int c = 0; c < count; c++) {
      variances[first + c] = 1 - explained[c];
      objectives[first + c] = 0;
      rejections[first + c] = 0;
    }
    for (int j = 0; j < learnt; j++) {
      for (int c = 0; c < count; c++) {
        objectives[first + c] += rows[j][c] * surprises[j];
        rejections[first + c] += rows[j][c] * alarms[j];
      }
    }
    panel.addAll(members);
  }

  /** Takes a member off the panel; the last one takes its seat. */
  void dismiss(int member) {
    int last = panel.size() - 1;
    for (double[] row : solved) {
      row[member] = row[last];
    }
    objectives[member] = objectives[last];
    rejections[member] = rejections[last];
    variances[member] = variances[last];
    panel.set(member, panel.get(last));
    panel.removeLast();
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

  private void substitute(double[] line, int n) {
    for (int j = 0; j < n; j++) {
      double[] earlier = lower.get(j);
      line[j] = (line[j] - Cholesky.dot(earlier, line, j)) / earlier[j];
    }
  }

  /**
   * Subtracts rows, each times a factor, one after the other. Four at a time, which gives the same
   * to the last bit, spare three quarters of the reading and writing.
   */
  private static void subtract(
      double[] from, double[] factors, List<double[]> rows, int some, int count) {
    int j = 0;
    for (; j + 3 < some; j += 4) {
      subtractFour(from, factors, j, rows, count);
    }
    for (; j < some; j++) {
      double factor = factors[j];
      double[] row = rows.get(j);
      for (int c = 0; c < count; c++) {
        from[c] -= factor * row[c];
      }
    }
  }

  private static void subtractFour(
      double[] from, double[] factors, int j, List<double[]> rows, int count) {
    double first = factors[j];
    double second = factors[j + 1];
    double third = factors[j + 2];
    double fourth = factors[j + 3];
    double[] one = rows.get(j);
    double[] two = rows.get(j + 1);
    double[] three = rows.get(j + 2);
    double[] four = rows.get(j + 3);
    for (int c = 0; c < count; c++) {
      from[c] = from[c] - first * one[c] - second * two[c] - third * three[c] - fourth * four[c];
    }
  }

  /** Doubles the room where more is needed. */
  private void grow(int seats) {
    if (seats > variances.length) {
      int room = Math.max(seats, 2 * variances.length);
      objectives = Arrays.copyOf(objectives, room);
      rejections = Arrays.copyOf(rejections, room);
      variances = Arrays.copyOf(variances, room);
      solved.replaceAll(row -> Arrays.copyOf(row, room));
    }
  }
}
