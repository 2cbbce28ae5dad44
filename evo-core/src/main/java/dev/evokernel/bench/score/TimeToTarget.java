package dev.evokernel.bench.score;

import java.util.List;
import java.util.stream.IntStream;

/**
 * After how many evaluations the runs of a search on one space reached a target: its run-length
 * distribution (Hoos and Stützle, 1998).
 *
 * @param budget of the space
 * @param granted the evaluations that are looked at; a run that had not reached the target by then
 *     counts as one evaluation more
 * @param evaluations of each run, in the order of the runs
 */
record TimeToTarget(int budget, int granted, List<Integer> evaluations) {

  /** Where times differ by rounding only. */
  private static final double SAME = 1 + 1e-12;

  TimeToTarget {
    evaluations = List.copyOf(evaluations);
    if (evaluations.isEmpty()) {
      throw new IllegalArgumentException("Without a run there is no time to a target.");
    }
  }

  /**
   * @param within how far above the optimum the target lies, as a share of the optimum
   * @param budgetFactor how many budgets are looked at, the size of the space permitting
   */
  static TimeToTarget of(List<Trace> runs, Yardstick yardstick, double within, int budgetFactor) {
    double target = yardstick.optimum() * (1 + within) * SAME;
    int granted = Math.min(budgetFactor * yardstick.evaluations(), yardstick.size());
    return new TimeToTarget(
        yardstick.evaluations(),
        granted,
        runs.stream().map(run -> Math.min(run.until(target), granted + 1)).toList());
  }

  /** The share of the runs that had reached the target within so many budgets. */
  double reached(int budgets) {
    double limit = Math.min((double) budgets * budget, granted);
    return evaluations.stream().mapToInt(count -> count <= limit ? 1 : 0).average().orElseThrow();
  }

  /** The mean logarithm of the evaluations as a share of the budget. */
  Score logarithm() {
    return Score.ofRuns(
        evaluations.stream().mapToDouble(n -> Math.log(n / (double) budget)).toArray());
  }

  /**
   * The mean logarithm of the ratio of these evaluations to others, run by run: runs with the same
   * number have the same random seed.
   */
  Score logarithmOfRatio(TimeToTarget others) {
    return Score.ofRuns(
        IntStream.range(0, Math.min(evaluations.size(), others.evaluations.size()))
            .mapToDouble(
                run -> Math.log(evaluations.get(run) / (double) others.evaluations.get(run)))
            .toArray());
  }
}
