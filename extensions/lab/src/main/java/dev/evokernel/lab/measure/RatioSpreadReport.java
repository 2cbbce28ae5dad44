package dev.evokernel.lab.measure;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.RecordFields;

/** Report of {@code evo bench spread}. */
@JsonPropertyOrder({"subject", "command"})
public record RatioSpreadReport(
    @JsonProperty("conditions") List<RatioSpread.Repeated> repeated, String subject, String command)
    implements Report {

  public RatioSpreadReport {
    repeated = List.copyOf(repeated);
  }

  @Override
  public Document document() {
    return Document.framed(
        List.of(subject),
        List.of(table(), Block.Paragraph.of(explanation())),
        command,
        RecordFields.of(this));
  }

  private Table table() {
    var table =
        Table.builder()
            .text("shape", "condition")
            .quantity("measurements", "speed-up", "std. deviation", "vs fresh process");
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
}
