package dev.evokernel.report;

import module java.base;

import dev.evokernel.report.ReportPage.Section;
import dev.evokernel.report.SearchTrace.Excerpt;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.text.Units;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;

/** Section on convergence: every evaluation, over evaluations and over time. */
final class ConvergenceSection {

  private ConvergenceSection() {}

  /** The trace of a run. */
  static Excerpt trace(RunHistory history) {
    return SearchTrace.of(history.run(), SearchTrace.ended(history.outlines()));
  }

  static Section of(StudiedRun run) {
    Excerpt trace = run.trace();
    var parts = new ArrayList<Block>();
    if (trace.best().isEmpty()) {
      return Section.of(
          "convergence", "Convergence", Block.Paragraph.of("No candidate was measured."));
    }
    int last = trace.best().getLast()[0];
    parts.add(
        Block.Paragraph.of(
            "%s, %s of them measured. Last improvement: evaluation %s, %s after the start."
                .formatted(
                    Numbers.count(trace.speed().length, "evaluation"),
                    Numbers.count(IntStream.of(trace.speed()).filter(speed -> speed > 0).count()),
                    Numbers.count(last + 1L),
                    Units.duration(trace.after(last)))));
    parts.add(
        chart(
            trace,
            "The table below lists the improvements.",
            "The %s".formatted(Numbers.count(trace.best().size(), "improvement")),
            table(run, trace)));
    return new Section("convergence", "Convergence", parts);
  }

  /**
   * @param below a sentence about the content below the chart
   * @param behind heading of the table
   */
  static Block.Chart chart(Excerpt trace, String below, String behind, Table table) {
    return new Block.Chart(
        "convergence",
        trace.byShape()
            ? "Speed-up over the default, combining the best configuration of each shape so far"
            : "Speed-up over the default, measured by the search",
        "Every evaluation as a point and the best so far as a line, over evaluations or over time. "
            + below,
        List.of(trace),
        behind,
        table);
  }

  private static Table table(StudiedRun run, Excerpt trace) {
    List<Candidate> ended = SearchTrace.ended(run.history().outlines());
    return new Table.Columns<int[]>()
        .quantity("evaluation", improvement -> Numbers.count(improvement[0] + 1L))
        .quantity("after", improvement -> Units.duration(trace.after(improvement[0])))
        .quantity("speed-up", improvement -> Numbers.times(improvement[1] / SearchTrace.SCALE))
        .quantity("candidate", improvement -> ended.get(improvement[0]).number())
        .text("origin", improvement -> ended.get(improvement[0]).proposal().origin())
        .text("configuration", improvement -> ended.get(improvement[0]).configuration())
        .rows(trace.best());
  }
}
