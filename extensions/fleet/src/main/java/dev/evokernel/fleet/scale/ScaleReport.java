package dev.evokernel.fleet.scale;

import module java.base;

import dev.evokernel.replay.simulated.SimulatedRun;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;

/** Report of {@code evo bench scale}: a row for each stage. */
public record ScaleReport(SimulatedRun run, ScaleStudy.Result result) implements Report {

  private static final double MEGA = 1e6;

  private static final double KILO = 1e3;

  /**
   * A column of the table and of the data.
   *
   * @param unit by which the table divides the value
   */
  private record Column(
      String heading, String key, String format, double unit, Function<ScaleStage, Number> value) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("evaluations", "evaluations", "%,.0f", 1, ScaleStage::evaluations),
          new Column("per second", "per_second", "%.0f", 1, ScaleStage::perSecond),
          new Column("proposal ms", "proposal_mean_ms", "%.2f", 1, s -> s.proposal().mean()),
          new Column("p50", "proposal_p50_ms", "%.2f", 1, s -> s.proposal().p50()),
          new Column("p90", "proposal_p90_ms", "%.2f", 1, s -> s.proposal().p90()),
          new Column("max", "proposal_max_ms", "%.2f", 1, s -> s.proposal().most()),
          new Column("bookkeeping ms", "bookkeeping_ms", "%.2f", 1, ScaleStage::bookkeepingMillis),
          new Column("processor ms", "processor_ms", "%.2f", 1, ScaleStage::processorMillis),
          new Column("heap MB", "heap_bytes", "%.0f", MEGA, s -> s.memory().heap()),
          new Column("resident MB", "resident_bytes", "%.0f", MEGA, s -> s.memory().resident()),
          new Column("at most MB", "resident_max_bytes", "%.0f", MEGA, s -> s.memory().most()),
          new Column("evo.db MB", "store_bytes", "%.0f", MEGA, ScaleStage::store),
          new Column("state kB", "state_bytes", "%.1f", KILO, ScaleStage::state));

  @Override
  public Document document() {
    return new Document(
        List.of(
            Block.Paragraph.of(subject()), table().indented(0), Block.Paragraph.of(afterwards())),
        Data.Records.of(
            COLUMNS.stream().map(Column::key).toList(),
            result.stages(),
            stage -> COLUMNS.stream().<Object>map(column -> column.value().apply(stage)).toList()));
  }

  private String subject() {
    return "%d shapes, %d samples in each measurement, %d in flight, a search for %s, random seed %d."
        .formatted(
            run.shapes(),
            run.samples(),
            run.inFlight(),
            run.portfolio() ? "a portfolio" : "a champion",
            run.seed());
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
    Table.Builder table = Table.builder();
    COLUMNS.forEach(column -> table.quantity(column.heading()));
    for (ScaleStage stage : result.stages()) {
      table.row(COLUMNS.stream().map(column -> text(column, stage)).toArray(String[]::new));
    }
    return table.build();
  }

  private static String text(Column column, ScaleStage stage) {
    double value = column.value().apply(stage).doubleValue() / column.unit();
    return String.format(Locale.ROOT, column.format(), value);
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
  }
}
