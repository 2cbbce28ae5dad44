package dev.evokernel.lab;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Evaluations until the runs of a search on one space reached a target: its run-length distribution
 * (Hoos and Stützle, 1998).
 *
 * @param budget of the space
 * @param granted considered evaluations; a run that did not reach the target counts as one more
 * @param evaluations of each run, in the order of the runs
 */
public record TimeToTarget(int budget, int granted, List<Integer> evaluations) {

  /** Tolerance for times that differ by rounding only. */
  private static final double SAME = 1 + 1e-12;

  public TimeToTarget {
    evaluations = List.copyOf(evaluations);
    if (evaluations.isEmpty()) {
      throw new IllegalArgumentException("A time to target needs at least one run.");
    }
  }

  /**
   * @param within distance of the target above the optimum, as a share of the optimum
   * @param budgetFactor number of considered budgets, limited by the size of the space
   */
  public static TimeToTarget of(
      List<Trace> runs, Yardstick yardstick, double within, int budgetFactor) {
    double target = yardstick.optimum() * (1 + within) * SAME;
    int granted = Math.min(budgetFactor * yardstick.evaluations(), yardstick.size());
    return new TimeToTarget(
        yardstick.evaluations(),
        granted,
        runs.stream().map(run -> Math.min(run.until(target), granted + 1)).toList());
  }

  public double reached(int budgets) {
    double limit = Math.min((double) budgets * budget, granted);
    return evaluations.stream().mapToInt(count -> count <= limit ? 1 : 0).average().orElseThrow();
  }

  /** Mean logarithm of the evaluations as a share of the budget. */
  public Score logarithm() {
    return Score.ofRuns(
        evaluations.stream().mapToDouble(n -> Math.log(n / (double) budget)).toArray());
  }

  /**
   * Mean logarithm of the ratio to other runs, run by run; runs with the same number have the same
   * random seed.
   */
  public Score logarithmOfRatio(TimeToTarget others) {
    return Score.ofRuns(
        IntStream.range(0, Math.min(evaluations.size(), others.evaluations.size()))
            .mapToDouble(
                run -> Math.log(evaluations.get(run) / (double) others.evaluations.get(run)))
            .toArray());
  }
}
