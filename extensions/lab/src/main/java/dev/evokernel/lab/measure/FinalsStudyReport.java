package dev.evokernel.lab.measure;

import module java.base;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.RecordFields;
import dev.evokernel.simulation.SimulatedPace;

/** Report of {@code evo bench finals}: a row for each run. */
public record FinalsStudyReport(FinalsStudy.Settings settings, List<FinalsStudy.Row> rows)
    implements Report {

  public FinalsStudyReport {
    rows = List.copyOf(rows);
  }

  @Override
  public Document document() {
    return new Document(
        List.of(Block.Paragraph.of(subject()), table().indented(0)), RecordFields.rows(rows));
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
    var table =
        Table.builder()
            .quantity("devices", "evaluations", "start", "examinations", "processes", "took")
            .quantity("one by one", "finals", "run");
    for (FinalsStudy.Row row : rows) {
      table.row(
          count(row.devices()),
          count(row.evaluations()),
          seconds(row.starting()),
          seconds(row.examining()),
          count(row.processCount()),
          seconds(row.processes()),
          seconds(row.processTime()),
          seconds(row.finals()),
          seconds(row.whole()));
    }
    return table.build();
  }

  private static String count(int number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String seconds(Duration duration) {
    boolean isShort = duration.compareTo(Duration.ofMillis(100)) < 0 && duration.isPositive();
    return String.format(Locale.ROOT, isShort ? "%.3f s" : "%.1f s", duration.toMillis() / 1000.0);
  }
}
