package dev.evokernel.lab;

import java.util.Arrays;
import java.util.List;

/** Scores runs on one space, given the points of its budgets and the baselines there. */
public final class Scoring {

  static final int POINTS = 50;

  /**
   * Tolerance that keeps evaluations before their points when costs are summed in another order.
   */
  private static final double SLACK = 1 + 1e-12;

  private static final double SAME = 1 + 1e-12;

  private final Yardstick yardstick;
  private final double[] seconds;
  private final double[] evaluations;
  private final double[] expectedInSeconds;
  private final double[] replayed;
  private final double[] expected;

  public Scoring(Yardstick yardstick) {
    this.yardstick = yardstick;
    this.seconds =
        Yardstick.points(
            yardstick.firstEvaluation() * yardstick.meanCost(), yardstick.seconds(), POINTS);
    this.evaluations =
        Arrays.stream(
                Yardstick.points(yardstick.firstEvaluation(), yardstick.evaluations(), POINTS))
            .map(Math::rint)
            .distinct()
            .toArray();
    var baseline = new RandomBaseline(yardstick);
    double[] draws = Arrays.stream(seconds).map(second -> second / yardstick.meanCost()).toArray();
    this.expectedInSeconds = baseline.at(draws);
    this.expected = baseline.at(evaluations);
    this.replayed = RandomBaseline.replayed(yardstick, seconds);
  }

  public double[] seconds() {
    return seconds.clone();
  }

  public double[] expectedInSeconds() {
    return expectedInSeconds.clone();
  }

  public Scores of(List<Trace> traces) {
    double[][] inSeconds = new double[traces.size()][];
    double[][] inEvaluations = new double[traces.size()][];
    int shortRuns = 0;
    for (int run = 0; run < traces.size(); run++) {
      Trace trace = traces.get(run);
      inSeconds[run] = bestAt(seconds, trace.when(), trace.best());
      inEvaluations[run] = bestAt(evaluations, trace.counts(), trace.best());
      shortRuns += isShort(trace) ? 1 : 0;
    }
    return new Scores(
        score(inSeconds, expectedInSeconds),
        score(inSeconds, replayed),
        score(inEvaluations, expected),
        optimumFound(inSeconds),
        traces.size(),
        shortRuns);
  }

  /** Mean best time of the runs at each point of the budget in seconds. */
  public double[] meanBest(List<Trace> traces) {
    double[][] curves =
        traces.stream()
            .map(trace -> bestAt(seconds, trace.when(), trace.best()))
            .toArray(double[][]::new);
    double[] mean = new double[seconds.length];
    Arrays.setAll(
        mean,
        point -> Arrays.stream(curves).mapToDouble(curve -> curve[point]).average().orElseThrow());
    return mean;
  }

  private Score score(double[][] runs, double[] baseline) {
    double[] means = new double[runs.length];
    for (int run = 0; run < runs.length; run++) {
      double sum = 0;
      for (int point = 0; point < baseline.length; point++) {
        sum += (baseline[point] - runs[run][point]) / (baseline[point] - yardstick.optimum());
      }
      means[run] = sum / baseline.length;
    }
    return Score.ofRuns(means);
  }

  private double[] bestAt(double[] points, double[] when, double[] best) {
    double[] found = new double[points.length];
    int complete = 0;
    for (int point = 0; point < points.length; point++) {
      while (complete < when.length && when[complete] <= points[point] * SLACK) {
        complete++;
      }
      double current = complete == 0 ? Double.POSITIVE_INFINITY : best[complete - 1];
      found[point] = Double.isInfinite(current) ? yardstick.mean() : current;
    }
    return found;
  }

  private double optimumFound(double[][] runs) {
    return Arrays.stream(runs)
        .mapToDouble(run -> run[run.length - 1] <= yardstick.optimum() * SAME ? 1 : 0)
        .average()
        .orElseThrow();
  }

  private boolean isShort(Trace trace) {
    if (trace.steps().size() >= yardstick.size()
        || trace.until(yardstick.optimum() * SAME) < Integer.MAX_VALUE) {
      return false;
    }
    double spent = trace.steps().stream().mapToDouble(Trace.Step::seconds).sum();
    return spent < yardstick.seconds() * (1 - 1e-9)
        || trace.steps().size() < yardstick.evaluations();
  }
}
