package dev.evokernel.lab;

import module java.base;

import dev.evokernel.report.Block;
import dev.evokernel.report.Table;

/**
 * Results of runs over several budgets, in addition to the scores, which consider the first budget
 * only: shares of runs that found the optimum, and evaluations to a target. The spaces have equal
 * weights.
 *
 * @param budgetFactor number of budgets that a run could spend, at least 2
 */
public record LongRuns(Tournament tournament, int budgetFactor) {

  /** Distance of the second target above the optimum; the first target is the optimum. */
  static final double ONE_PERCENT = 0.01;

  private static final String LEGEND =
      """
      Shares of the runs, and geometric means over the runs and then over the spaces. A run that missed a target
      counts with all its evaluations. × is the ratio to the first row, by random seed, with its 95 % interval.
      """;

  /** Returns the long runs of a tournament; empty if a run had one budget. */
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
    Table.Builder table = Table.builder().text("strategy");
    for (int budgets : counts()) {
      table.quantity("optimum found by %d×".formatted(budgets));
    }
    table.quantity("budgets to the optimum", "× the first", "budgets to within 1 %", "× the first");
    strategies().forEach(strategy -> table.row(row(strategy)));
    return List.of(
        new Block.Heading(3, "Runs over up to %d budgets".formatted(budgetFactor)),
        table.build(),
        ScoreTables.legend(LEGEND));
  }

  private String[] row(String strategy) {
    var row = new ArrayList<String>();
    row.add(strategy);
    counts().forEach(budgets -> row.add("%.1f %%".formatted(100 * found(strategy, budgets))));
    boolean first = strategy.equals(strategies().getFirst());
    for (double within : new double[] {0, ONE_PERCENT}) {
      row.add(number(logarithm(strategy, within).mean()));
      row.add(first ? "" : logarithmOfRatio(strategy, within).text(LongRuns::number));
    }
    return row.toArray(String[]::new);
  }

  private static String number(double logarithm) {
    return String.format(Locale.ROOT, "%.3f", Math.exp(logarithm));
  }
}
