package dev.evokernel.bench.study;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where the time of runs on simulated devices went, one row for each run. */
public record FinalsStudyReport(FinalsStudy.Settings settings, List<FinalsStudy.Row> rows)
    implements Report {

  private static final List<String> COLUMNS =
      List.of(
          "devices",
          "evaluations",
          "starting_seconds",
          "examining_seconds",
          "processes",
          "processes_seconds",
          "process_time_seconds",
          "finals_seconds",
          "run_seconds");

  public FinalsStudyReport {
    rows = List.copyOf(rows);
  }

  @Override
  public Document document() {
    return new Document(
        List.of(Block.Paragraph.of(subject()), table().indented(0)),
        new Data.Records(COLUMNS, rows.stream().map(FinalsStudyReport::values).toList()));
  }

  private String subject() {
    SimulatedPace pace = settings.pace();
    return "Simulated devices: %s to open one, %s for an evaluation, %s to examine a finalist, %s to verify it, %s for a sample, %s until the baselines stand ready, %s under the sanitizer; %d shapes, a budget of %s."
        .formatted(
            seconds(pace.opening()),
            seconds(pace.evaluation()),
            seconds(pace.examination()),
            seconds(pace.verification()),
            seconds(pace.sample()),
            seconds(pace.baselines()),
            seconds(pace.sanitizing()),
            settings.shapes(),
            settings.budget().hasWall()
                ? seconds(settings.budget().wall())
                : settings.budget().evaluations() + " evaluations");
  }

  private Table table() {
    Table.Builder table =
        Table.builder()
            .quantity("devices")
            .quantity("evaluations")
            .quantity("start")
            .quantity("examinations")
            .quantity("processes")
            .quantity("took")
            .quantity("one by one")
            .quantity("finals")
            .quantity("run");
    for (FinalsStudy.Row row : rows) {
      table.row(
          Integer.toString(row.devices()),
          String.format(Locale.ROOT, "%,d", row.evaluations()),
          seconds(row.starting()),
          seconds(row.examining()),
          Integer.toString(row.processCount()),
          seconds(row.processes()),
          seconds(row.processTime()),
          seconds(row.finals()),
          seconds(row.whole()));
    }
    return table.build();
  }

  private static List<@Nullable Object> values(FinalsStudy.Row row) {
    return List.of(
        row.devices(),
        row.evaluations(),
        number(row.starting()),
        number(row.examining()),
        row.processCount(),
        number(row.processes()),
        number(row.processTime()),
        number(row.finals()),
        number(row.whole()));
  }

  private static double number(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  private static String seconds(Duration duration) {
    return duration.compareTo(Duration.ofMillis(100)) < 0 && duration.isPositive()
        ? String.format(Locale.ROOT, "%.3f s", number(duration))
        : String.format(Locale.ROOT, "%.1f s", number(duration));
  }
}
