package dev.evokernel.lab.measure;

import module java.base;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;

/** Report of {@code evo bench spread}. */
public record RatioSpreadReport(List<RatioSpread.Repeated> repeated, String subject, String command)
    implements Report {

  public RatioSpreadReport {
    repeated = List.copyOf(repeated);
  }

  @Override
  public Document document() {
    return Document.framed(
        List.of(subject), List.of(table(), Block.Paragraph.of(explanation())), command, data());
  }

  private Table table() {
    var table =
        Table.builder()
            .text("shape")
            .text("condition")
            .quantity("measurements")
            .quantity("speed-up")
            .quantity("std. deviation")
            .quantity("vs fresh process");
    for (RatioSpread.Repeated row : repeated) {
      table.row(
          row.shape(),
          row.condition().words(),
          Integer.toString(row.ratios().size()),
          String.format(Locale.ROOT, "%.4f×", row.mean()),
          String.format(Locale.ROOT, "%.2f %%", 100 * row.deviation()),
          String.format(Locale.ROOT, "%+.2f %%", 100 * (row.mean() / usual(row.shape()) - 1)));
    }
    return table.build();
  }

  private double usual(String shape) {
    return repeated.stream()
        .filter(row -> row.condition() == RatioSpread.Condition.FRESH_PROCESS)
        .filter(row -> row.shape().equals(shape))
        .findFirst()
        .orElseThrow()
        .mean();
  }

  private static String explanation() {
    return "Speed-up: the default's p50 over the champion's, interleaved. Standard deviation:"
        + " between measurements under the same condition.";
  }

  private Data data() {
    var json = new LinkedHashMap<String, Object>();
    json.put("subject", subject);
    json.put("command", command);
    json.put("conditions", repeated.stream().map(RatioSpreadReport::plain).toList());
    return Data.Fields.of(json);
  }

  private static Map<String, Object> plain(RatioSpread.Repeated row) {
    var json = new LinkedHashMap<String, Object>();
    json.put("shape", row.shape());
    json.put("condition", row.condition().words());
    json.put("speed_ups", row.ratios());
    return json;
  }
}
