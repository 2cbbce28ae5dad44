package dev.evokernel.fleet.scale;

import module java.base;

import dev.evokernel.report.Block;
import dev.evokernel.report.Data;
import dev.evokernel.report.Document;
import dev.evokernel.report.Report;
import dev.evokernel.report.Table;
import dev.evokernel.simulation.SimulatedRun;

/** Report of a scale study: a row for each stage. */
record ScaleReport(SimulatedRun run, ScaleStudy.Result result) implements Report {

  private static final double MEGA = 1e6;

  private static final double KILO = 1e3;

  @Override
  public Document document() {
    return new Document(
        List.of(
            Block.Paragraph.of(subject()), table().indented(0), Block.Paragraph.of(afterwards())),
        Data.Fields.of(new LinkedHashMap<>()));
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
    var table =
        Table.builder()
            .quantity("evaluations", "per second", "proposal ms", "p50", "p90", "max")
            .quantity("bookkeeping ms", "processor ms", "heap MB", "resident MB", "at most MB")
            .quantity("evo.db MB", "state kB");
    for (ScaleStage stage : result.stages()) {
      table.row(
          text("%,.0f", stage.evaluations()),
          text("%.0f", stage.perSecond()),
          text("%.2f", stage.proposal().mean()),
          text("%.2f", stage.proposal().p50()),
          text("%.2f", stage.proposal().p90()),
          text("%.2f", stage.proposal().most()),
          text("%.2f", stage.bookkeepingMillis()),
          text("%.2f", stage.processorMillis()),
          text("%.0f", stage.memory().heap() / MEGA),
          text("%.0f", stage.memory().resident() / MEGA),
          text("%.0f", stage.memory().most() / MEGA),
          text("%.0f", stage.store() / MEGA),
          text("%.1f", stage.state() / KILO));
    }
    return table.build();
  }

  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private static String seconds(Duration duration) {
    return text("%.1f s", duration.toMillis() / 1000.0);
  }
}
