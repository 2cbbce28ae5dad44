package dev.evokernel.bench.study;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the coordinator of a long run cost, one row for each stage. */
public record ScaleReport(ScaleStudy.Settings settings, ScaleStudy.Result result)
    implements Report {

  private static final double MEGA = 1e6;

  private static final List<String> COLUMNS =
      List.of(
          "evaluations",
          "per_second",
          "proposal_mean_ms",
          "proposal_p50_ms",
          "proposal_p90_ms",
          "proposal_max_ms",
          "bookkeeping_ms",
          "processor_ms",
          "heap_bytes",
          "resident_bytes",
          "resident_max_bytes",
          "store_bytes",
          "state_bytes");

  @Override
  public Document document() {
    return new Document(
        List.of(
            Block.Paragraph.of(subject()), table().indented(0), Block.Paragraph.of(afterwards())),
        new Data.Records(COLUMNS, result.stages().stream().map(ScaleReport::values).toList()));
  }

  private String subject() {
    return "%d shapes, %d samples in each measurement, %d in flight, a search for %s, random seed %d."
        .formatted(
            settings.shapes(),
            settings.samples(),
            settings.inFlight(),
            settings.portfolio() ? "a portfolio" : "a champion",
            settings.seed());
  }

  private String afterwards() {
    return "Finals %s, files of the run %s (%s). First new evaluation after a resume: %s (%s)."
        .formatted(
            seconds(result.finals()),
            seconds(result.files()),
            result.afterFiles(),
            seconds(result.resume()),
            result.afterResume());
  }

  private Table table() {
    Table.Builder table =
        Table.builder()
            .quantity("evaluations")
            .quantity("a second")
            .quantity("proposal ms")
            .quantity("p50")
            .quantity("p90")
            .quantity("most")
            .quantity("bookkeeping ms")
            .quantity("processor ms")
            .quantity("heap MB")
            .quantity("resident MB")
            .quantity("at most MB")
            .quantity("evo.db MB")
            .quantity("state kB");
    for (ScaleStage stage : result.stages()) {
      table.row(
          String.format(Locale.ROOT, "%,d", stage.evaluations()),
          String.format(Locale.ROOT, "%.0f", stage.perSecond()),
          millis(stage.proposal().mean()),
          millis(stage.proposal().p50()),
          millis(stage.proposal().p90()),
          millis(stage.proposal().most()),
          millis(stage.bookkeepingMillis()),
          millis(stage.processorMillis()),
          mega(stage.memory().heap()),
          mega(stage.memory().resident()),
          mega(stage.memory().most()),
          mega(stage.store()),
          String.format(Locale.ROOT, "%.1f", stage.state() / 1e3));
    }
    return table.build();
  }

  private static List<@Nullable Object> values(ScaleStage stage) {
    var values = new ArrayList<@Nullable Object>();
    values.add(stage.evaluations());
    values.add(stage.perSecond());
    values.add(stage.proposal().mean());
    values.add(stage.proposal().p50());
    values.add(stage.proposal().p90());
    values.add(stage.proposal().most());
    values.add(stage.bookkeepingMillis());
    values.add(stage.processorMillis());
    values.add(stage.memory().heap());
    values.add(stage.memory().resident());
    values.add(stage.memory().most());
    values.add(stage.store());
    values.add(stage.state());
    return values;
  }

  private static String millis(double millis) {
    return String.format(Locale.ROOT, "%.2f", millis);
  }

  private static String mega(long bytes) {
    return String.format(Locale.ROOT, "%.0f", bytes / MEGA);
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
  }
}
