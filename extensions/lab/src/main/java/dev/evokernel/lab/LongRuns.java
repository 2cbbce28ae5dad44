package dev.evokernel.lab;

import module java.base;

import dev.evokernel.report.Block;
import dev.evokernel.report.Table;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Results of runs over several budgets, in addition to the scores, which consider the first budget
 * only: shares of runs that found the optimum, and evaluations to a target. The spaces have equal
 * weights.
 *
 * @param budgetFactor number of budgets that a run could spend, at least 2
 */
record LongRuns(Tournament tournament, int budgetFactor) {

  /** Distance of the second target above the optimum; the first target is the optimum. */
  static final double ONE_PERCENT = 0.01;

  private static final String LEGEND =
      """
      Shares of the runs, and geometric means over the runs and then over the spaces. A run that missed a target
      counts with all its evaluations. × is the ratio to the first row, by random seed, with its 95 % interval.
      """;

  public static Optional<LongRuns> of(Tournament tournament, int budgetFactor) {
    return budgetFactor > 1
        ? Optional.of(new LongRuns(tournament, budgetFactor))
        : Optional.empty();
  }

  /** Numbers of budgets at which the runs that found the optimum are counted. */
  private List<Integer> counts() {
    return Stream.of(1, 2, 5, budgetFactor)
        .filter(budgets -> budgets <= budgetFactor)
        .distinct()
        .sorted()
        .toList();
  }

  /** Strategies in the order of the tables; the others are compared with the first. */
  List<String> strategies() {
    return List.copyOf(tournament.traces().keySet());
  }

  TimeToTarget on(RecordedSpace space, String strategy, double within) {
    return TimeToTarget.of(
        tournament.runs(strategy, space), space.yardstick(), within, budgetFactor);
  }

  private double found(String strategy, int budgets) {
    return tournament.spaces().stream()
        .mapToDouble(space -> on(space, strategy, 0).reached(budgets))
        .average()
        .orElseThrow();
  }

  /** Mean logarithm of the evaluations to a target, in budgets. */
  private Score logarithm(String strategy, double within) {
    return Score.mean(
        tournament.spaces().stream()
            .map(space -> on(space, strategy, within).logarithm())
            .toList());
  }

  /** Mean logarithm of the ratio of the evaluations to those of the first strategy. */
  private Score logarithmOfRatio(String strategy, double within) {
    String first = strategies().getFirst();
    return Score.mean(
        tournament.spaces().stream()
            .map(space -> on(space, strategy, within).logarithmOfRatio(on(space, first, within)))
            .toList());
  }

  List<Block> blocks() {
    String first = strategies().getFirst();
    var table = new Table.Columns<String>().text("strategy", strategy -> strategy);
    for (int budgets : counts()) {
      table.quantity(
          "optimum found by %d×".formatted(budgets),
          strategy -> "%.1f %%".formatted(100 * found(strategy, budgets)));
    }
    for (double within : new double[] {0, ONE_PERCENT}) {
      table
          .quantity(
              within == 0 ? "budgets to the optimum" : "budgets to within 1 %",
              strategy -> number(logarithm(strategy, within).mean()))
          .quantity(
              "× the first",
              strategy ->
                  strategy.equals(first)
                      ? ""
                      : logarithmOfRatio(strategy, within).text(LongRuns::number));
    }
    return List.of(
        new Block.Heading(3, "Runs over up to %d budgets".formatted(budgetFactor)),
        table.rows(strategies()),
        ScoreTables.legend(LEGEND));
  }

  private static String number(double logarithm) {
    return String.format(Locale.ROOT, "%.3f", Math.exp(logarithm));
  }

  /**
   * Evaluations until the runs of a search on one space reached a target: its run-length
   * distribution (Hoos and Stützle, 1998).
   *
   * @param budget of the space
   * @param granted considered evaluations; a run that did not reach the target counts as one more
   * @param evaluations of each run, in the order of the runs
   */
  record TimeToTarget(int budget, int granted, List<Integer> evaluations) {

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
        List<Trace> runs, RecordedSpace.Yardstick yardstick, double within, int budgetFactor) {
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
     * Mean logarithm of the ratio to other runs, run by run; runs with the same number have the
     * same random seed.
     */
    public Score logarithmOfRatio(TimeToTarget others) {
      return Score.ofRuns(
          IntStream.range(0, Math.min(evaluations.size(), others.evaluations.size()))
              .mapToDouble(
                  run -> Math.log(evaluations.get(run) / (double) others.evaluations.get(run)))
              .toArray());
    }
  }
}
