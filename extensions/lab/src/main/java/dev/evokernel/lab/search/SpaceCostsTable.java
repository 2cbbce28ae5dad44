package dev.evokernel.lab.search;

import module java.base;

import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.RecordFields;
import dev.evokernel.space.binding.Count;

/** Report of {@code evo bench space}: a row for each search space. */
public record SpaceCostsTable(List<SpaceCosts> rows) implements Report {

  public SpaceCostsTable {
    rows = List.copyOf(rows);
  }

  @Override
  public Document document() {
    return new Document(List.of(table().indented(0)), RecordFields.rows(rows));
  }

  private Table table() {
    var table =
        Table.builder()
            .text("space")
            .quantity(
                "combinations",
                "valid",
                "cold ms",
                "from–to",
                "warm ms",
                "10–90 %",
                "draw µs",
                "neighbours µs",
                "repair µs",
                "proposal µs");
    for (SpaceCosts row : rows) {
      table.row(
          row.name(),
          new Count(row.combinations(), true).toString(),
          row.valid(),
          millis(row.coldMillis(0.5)),
          millis(row.coldMillis(0)) + "–" + millis(row.coldMillis(1)),
          millis(row.warmMillis(0.5)),
          millis(row.warmMillis(0.1)) + "–" + millis(row.warmMillis(0.9)),
          micros(row.drawNanos()),
          micros(row.neighboursNanos()),
          micros(row.repairNanos()),
          row.proposalNanos().isEmpty() ? "" : micros(row.proposalNanos().getAsDouble()));
    }
    return table.build();
  }

  private static String millis(double millis) {
    return String.format(Locale.ROOT, millis < 10 ? "%.2f" : "%.0f", millis);
  }

  private static String micros(double nanos) {
    return String.format(Locale.ROOT, nanos < 10_000 ? "%.2f" : "%.0f", nanos / 1000);
  }
}
