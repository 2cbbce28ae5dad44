package dev.evokernel.bench.study;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The result of {@code evo bench spread}.
 *
 * @param subject kernel, shapes and device
 * @param command that repeats it
 */
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
            .text("measured")
            .quantity("times")
            .quantity("speed-up")
            .quantity("from time to time")
            .quantity("against fresh processes");
    for (RatioSpread.Repeated one : repeated) {
      table.row(
          one.shape(),
          one.condition().words(),
          Integer.toString(one.ratios().size()),
          String.format(Locale.ROOT, "%.4f×", one.mean()),
          String.format(Locale.ROOT, "%.2f %%", 100 * one.deviation()),
          String.format(Locale.ROOT, "%+.2f %%", 100 * (one.mean() / usual(one.shape()) - 1)));
    }
    return table.build();
  }

  private double usual(String shape) {
    return repeated.stream()
        .filter(one -> one.condition() == RatioSpread.Condition.FRESH_PROCESS)
        .filter(one -> one.shape().equals(shape))
        .findFirst()
        .orElseThrow()
        .mean();
  }

  private static String explanation() {
    return "The speed-up is the default's p50 over the champion's, interleaved. From time to time:"
        + " the standard deviation between measurements of the same kind.";
  }

  private Data data() {
    var json = new LinkedHashMap<String, Object>();
    json.put("subject", subject);
    json.put("command", command);
    json.put("conditions", repeated.stream().map(RatioSpreadReport::plain).toList());
    return Data.Fields.of(json);
  }

  private static Map<String, Object> plain(RatioSpread.Repeated one) {
    var json = new LinkedHashMap<String, Object>();
    json.put("shape", one.shape());
    json.put("condition", one.condition().words());
    json.put("speed_ups", one.ratios());
    return json;
  }
}
