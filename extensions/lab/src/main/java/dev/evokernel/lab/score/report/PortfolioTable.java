package dev.evokernel.lab.score.report;

import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import java.util.List;
import java.util.Locale;

/** Report of {@code evo bench portfolio}: a row for each kernel, budget and way to search. */
public record PortfolioTable(List<Row> rows) implements Report {

  private static final List<String> COLUMNS =
      List.of(
          "kernel",
          "separate_evaluations",
          "search",
          "pairs",
          "configurations",
          "members",
          "loss",
          "loss_error",
          "greatest_loss");

  /**
   * Means over the repeated runs.
   *
   * @param kernel with the number of devices
   * @param each evaluations of each separate search
   * @param loss of the geometric mean over the devices, against the best of all configurations
   * @param error standard error of the loss
   * @param greatest largest loss among the devices
   */
  public record Row(
      String kernel,
      int each,
      String search,
      double pairs,
      double configurations,
      double members,
      double loss,
      double error,
      double greatest) {}

  public PortfolioTable {
    rows = List.copyOf(rows);
  }

  @Override
  public Document document() {
    var table =
        Table.builder()
            .text("kernel")
            .text("search")
            .quantity("pairs")
            .quantity("configurations")
            .quantity("members")
            .quantity("loss")
            .quantity("greatest");
    for (Row row : rows) {
      table.row(
          row.kernel(),
          row.search(),
          number(row.pairs()),
          number(row.configurations()),
          String.format(Locale.ROOT, "%.1f", row.members()),
          percent(row.loss()) + " ± " + percent(row.error()),
          percent(row.greatest()));
    }
    return new Document(
        List.of(table.build().indented(0)),
        new Data.Records(COLUMNS, rows.stream().map(PortfolioTable::values).toList()));
  }

  private static List<Object> values(Row row) {
    return List.of(
        row.kernel(),
        row.each(),
        row.search(),
        row.pairs(),
        row.configurations(),
        row.members(),
        row.loss(),
        row.error(),
        row.greatest());
  }

  private static String number(double count) {
    return String.format(Locale.ROOT, "%.0f", count);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
