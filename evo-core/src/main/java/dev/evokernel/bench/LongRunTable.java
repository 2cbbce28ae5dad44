package dev.evokernel.bench;

import dev.evokernel.report.TextTable;
import java.util.ArrayList;
import java.util.Locale;

/** The table of {@link LongRuns}, a row for each strategy. */
final class LongRunTable {

  static final String LEGEND =
      """
      Shares of the runs, and geometric means over the runs and then over the spaces. A run that missed a target
      counts with all evaluations it was granted. × is the ratio to the first row, by random seed, with its 95 % interval.
      """;

  private LongRunTable() {}

  static TextTable of(LongRuns runs) {
    var table = new TextTable().left("strategy");
    for (int budgets : runs.looks()) {
      table.right("optimum found by %d×".formatted(budgets));
    }
    table
        .right("budgets to the optimum")
        .right("× the first")
        .right("budgets to within 1 %")
        .right("× the first");
    runs.strategies().forEach(strategy -> table.row(row(runs, strategy)));
    return table;
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
