package dev.evokernel.report;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What search spaces cost, one row for each. */
public record SpaceCostsTable(List<SpaceCosts> rows) {

  private static final BigInteger READABLE = BigInteger.TEN.pow(12);

  public SpaceCostsTable {
    rows = List.copyOf(rows);
  }

  /** For a terminal. */
  public String text() {
    return table().text("");
  }

  public String markdown() {
    return table().markdown();
  }

  /** An array with one object for each row; times in the unit that their names end with. */
  public String json() {
    return Json.indented(rows.stream().map(SpaceCostsTable::fields).toList());
  }

  private TextTable table() {
    var table =
        new TextTable()
            .left("space")
            .right("combinations")
            .right("valid")
            .right("cold ms")
            .right("from–to")
            .right("warm ms")
            .right("10–90 %")
            .right("draw µs")
            .right("neighbours µs")
            .right("repair µs")
            .right("proposal µs");
    for (SpaceCosts row : rows) {
      table.row(
          row.name(),
          combinations(row),
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
    return table;
  }

  private static Map<String, Object> fields(SpaceCosts row) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("space", row.name());
    fields.put("combinations", row.combinations());
    fields.put("valid", row.valid());
    fields.put("cold_ns", row.coldNanos());
    fields.put("warm_ns", row.warmNanos());
    fields.put("draw_ns", row.drawNanos());
    fields.put("neighbours_ns", row.neighboursNanos());
    fields.put("repair_ns", row.repairNanos());
    row.proposalNanos().ifPresent(nanos -> fields.put("proposal_ns", nanos));
    return fields;
  }

  private static String combinations(SpaceCosts row) {
    return row.combinations().compareTo(READABLE) < 0
        ? String.format(Locale.ROOT, "%,d", row.combinations())
        : String.format(Locale.ROOT, "%.3e", row.combinations().doubleValue()).replace("e+", "e");
  }

  private static String millis(double millis) {
    return String.format(Locale.ROOT, millis < 10 ? "%.2f" : "%.0f", millis);
  }

  private static String micros(double nanos) {
    return String.format(Locale.ROOT, nanos < 10_000 ? "%.2f" : "%.0f", nanos / 1000);
  }
}
