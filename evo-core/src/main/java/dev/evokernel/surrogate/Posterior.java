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

  /**
   * Up to so many are seated in registers: what a block costs beside its sums is more than those.
   */
  private static final int FEW = 4;

  private CovarianceFunction likeness;
  private final List<int[]> told = new ArrayList<>();

  /**
   * Lines of the factor, and below them rows of the panel. Those beyond what was told are left from
   * before a restart: megabytes that would otherwise grow old as garbage with each.
   */
  private final List<double[]> lower = new ArrayList<>();

  private final List<double[]> solved = new ArrayList<>();

  /** The rows of those that are being seated, side by side. */
  private final List<double[]> block = new ArrayList<>();

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
    panel.clear();
    learnt = 0;
    timed = 0;
    misfit = 0;
  }

  /** The line of the factor, and the rows of the panel, that the next configuration takes. */
  private void makeRoom() {
    int n = told.size();
    if (n == lower.size()) {
      lower.add(new double[n + 1]);
      solved.add(new double[variances.length]);
      block.add(new double[BLOCK]);
    }
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
    makeRoom();
    int n = told.size();
    double[] line = lower.get(n);
    for (int j = 0; j < n; j++) {
      line[j] = likeness.between(choices, told.get(j));
    }
    substitute(line, n);
    double noise = likeness.noise();
    double rest = Math.max(1 + noise - Cholesky.dot(line, line, n), noise);
    line[n] = Math.sqrt(rest / explained);
    double[] row = solved.get(n);
    for (int c = 0; c < panel.size(); c++) {
      row[c] = likeness.between(panel.get(c), choices);
    }
    subtract(row, line, solved, n, panel.size());
    for (int c = 0; c < panel.size(); c++) {
      row[c] /= line[n];
      variances[c] -= row[c] * row[c];
    }
    told.add(choices);
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
    for (int j = 0; j < told.size(); j++) {
      double[] row = block.get(j);
      double[] line = lower.get(j);
      for (int c = 0; c < count; c++) {
        row[c] = likeness.between(members.get(c), told.get(j));
      }
      if (count <= FEW) {
        Arrays.fill(row, count, FEW, 0);
        subtractFew(row, line, block, j);
      } else {
        subtract(row, line, block, j, count);
      }
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
      double[] row = block.get(j);
      for (int c = 0; c < count; c++) {
        objectives[first + c] += row[c] * surprises[j];
        rejections[first + c] += row[c] * alarms[j];
      }
    }
    panel.addAll(members);
  }

  /** Takes a member off the panel; the last one takes its seat. */
  void dismiss(int member) {
    int last = panel.size() - 1;
    for (int j = 0; j < told.size(); j++) {
      double[] row = solved.get(j);
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

  /** The same for rows of {@value #FEW}. */
  private static void subtractFew(double[] from, double[] factors, List<double[]> rows, int some) {
    double first = from[0];
    double second = from[1];
    double third = from[2];
    double fourth = from[3];
    for (int j = 0; j < some; j++) {
      double factor = factors[j];
      double[] row = rows.get(j);
      first -= factor * row[0];
      second -= factor * row[1];
      third -= factor * row[2];
      fourth -= factor * row[3];
    }
    from[0] = first;
    from[1] = second;
    from[2] = third;
    from[3] = fourth;
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
