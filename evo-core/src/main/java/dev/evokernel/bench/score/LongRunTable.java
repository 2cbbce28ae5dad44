package dev.evokernel.bench.score;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of {@link LongRuns}, a row for each strategy. */
final class LongRunTable {

  private static final String LEGEND =
      """
      Shares of the runs, and geometric means over the runs and then over the spaces. A run that missed a target
      counts with all evaluations it was granted. × is the ratio to the first row, by random seed, with its 95 % interval.
      """;

  private LongRunTable() {}

  static List<Block> of(LongRuns runs) {
    return List.of(
        new Block.Heading(3, "Runs over up to %d budgets".formatted(runs.budgetFactor())),
        table(runs),
        ScoreTables.legend(LEGEND));
  }

  private static Table table(LongRuns runs) {
    Table.Builder table = Table.builder().text("strategy");
    for (int budgets : runs.looks()) {
      table.quantity("optimum found by %d×".formatted(budgets));
    }
    table
        .quantity("budgets to the optimum")
        .quantity("× the first")
        .quantity("budgets to within 1 %")
        .quantity("× the first");
    runs.strategies().forEach(strategy -> table.row(row(runs, strategy)));
    return table.build();
  }

  private static String[] row(LongRuns runs, String strategy) {
    var row = new ArrayList<String>();
    row.add(strategy);
    runs.looks()
        .forEach(budgets -> row.add("%.1f %%".formatted(100 * runs.found(strategy, budgets))));
    boolean first = strategy.equals(runs.strategies().getFirst());
    for (double within : new double[] {0, LongRuns.ONE_PERCENT}) {
      row.add(number(Math.exp(runs.logarithm(strategy, within).mean())));
      row.add(first ? "" : ratio(runs.logarithmOfRatio(strategy, within)));
    }
    return row.toArray(String[]::new);
  }

  private static String ratio(Score logarithm) {
    double margin = logarithm.margin();
    String ratio = number(Math.exp(logarithm.mean()));
    return Double.isNaN(margin)
        ? ratio
        : "%s (%s to %s)"
            .formatted(
                ratio,
                number(Math.exp(logarithm.mean() - margin)),
                number(Math.exp(logarithm.mean() + margin)));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
