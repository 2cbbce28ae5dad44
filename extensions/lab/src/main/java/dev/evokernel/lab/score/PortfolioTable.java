package dev.evokernel.lab.score;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.RecordFields;
import dev.evokernel.report.text.Units;
import java.util.List;
import java.util.Locale;

/** Report of {@code evo bench portfolio}: a row for each kernel, budget and way to search. */
public record PortfolioTable(List<Row> rows) implements Report {

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
      @JsonProperty("separate_evaluations") int each,
      String search,
      double pairs,
      double configurations,
      double members,
      double loss,
      @JsonProperty("loss_error") double error,
      @JsonProperty("greatest_loss") double greatest) {}

  public PortfolioTable {
    rows = List.copyOf(rows);
  }

  @Override
  public Document document() {
    var table =
        Table.builder()
            .text("kernel", "search")
            .quantity("pairs", "configurations", "members", "loss", "greatest");
    for (Row row : rows) {
      table.row(
          row.kernel(),
          row.search(),
          number(row.pairs()),
          number(row.configurations()),
          String.format(Locale.ROOT, "%.1f", row.members()),
          Units.percent(row.loss()) + " ± " + Units.percent(row.error()),
          Units.percent(row.greatest()));
    }
    return new Document(List.of(table.build().indented(0)), RecordFields.rows(rows));
  }

  private static String number(double count) {
    return String.format(Locale.ROOT, "%.0f", count);
  }
}
