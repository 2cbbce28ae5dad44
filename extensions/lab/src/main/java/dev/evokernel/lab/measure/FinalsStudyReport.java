package dev.evokernel.lab.measure;

import module java.base;

import dev.evokernel.replay.simulated.SimulatedPace;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;

/** Report of {@code evo bench finals}: a row for each run. */
public record FinalsStudyReport(FinalsStudy.Settings settings, List<FinalsStudy.Row> rows)
    implements Report {

  /**
   * A column of the table and of the data.
   *
   * @param value a number or a duration
   */
  private record Column(String heading, String key, Function<FinalsStudy.Row, Object> value) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("devices", "devices", FinalsStudy.Row::devices),
          new Column("evaluations", "evaluations", FinalsStudy.Row::evaluations),
          new Column("start", "starting_seconds", FinalsStudy.Row::starting),
          new Column("examinations", "examining_seconds", FinalsStudy.Row::examining),
          new Column("processes", "processes", FinalsStudy.Row::processCount),
          new Column("took", "processes_seconds", FinalsStudy.Row::processes),
          new Column("one by one", "process_time_seconds", FinalsStudy.Row::processTime),
          new Column("finals", "finals_seconds", FinalsStudy.Row::finals),
          new Column("run", "run_seconds", FinalsStudy.Row::whole));

  public FinalsStudyReport {
    rows = List.copyOf(rows);
  }

  @Override
  public Document document() {
    return new Document(
        List.of(Block.Paragraph.of(subject()), table().indented(0)),
        Data.Records.of(
            COLUMNS.stream().map(Column::key).toList(),
            rows,
            row -> COLUMNS.stream().map(column -> number(column.value().apply(row))).toList()));
  }

  private String subject() {
    SimulatedPace pace = settings.pace();
    return "Simulated devices: opening %s, evaluation %s, examination of a finalist %s, its verification %s, sample %s, start of the baselines %s, sanitizer %s; %d shapes, a budget of %s."
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
    Table.Builder table = Table.builder();
    COLUMNS.forEach(column -> table.quantity(column.heading()));
    for (FinalsStudy.Row row : rows) {
      table.row(
          COLUMNS.stream().map(column -> text(column.value().apply(row))).toArray(String[]::new));
    }
    return table.build();
  }

  private static String text(Object value) {
    return value instanceof Duration duration
        ? seconds(duration)
        : String.format(Locale.ROOT, "%,d", ((Number) value).longValue());
  }

  private static Object number(Object value) {
    return value instanceof Duration duration ? inSeconds(duration) : value;
  }

  private static double inSeconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  private static String seconds(Duration duration) {
    return duration.compareTo(Duration.ofMillis(100)) < 0 && duration.isPositive()
        ? String.format(Locale.ROOT, "%.3f s", inSeconds(duration))
        : String.format(Locale.ROOT, "%.1f s", inSeconds(duration));
  }
}
