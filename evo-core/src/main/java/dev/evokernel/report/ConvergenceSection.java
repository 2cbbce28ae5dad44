package dev.evokernel.report;

import module java.base;

import dev.evokernel.report.ReportPage.Section;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.text.Units;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.run.StoredRun;

/** Section on convergence: every evaluation, over evaluations and over time. */
final class ConvergenceSection {

  private ConvergenceSection() {}

  /**
   * All evaluations in the order of their end.
   *
   * @param millis milliseconds since the start of the run
   * @param speed 10,000 times the speed-up over the default on the timed shapes; 0 for a rejection
   * @param best index and 10,000 times the new best, for each evaluation that improved the best
   * @param byShape whether the best combines the best of each shape, in a search for a portfolio
   */
  @SuppressWarnings("ArrayRecordComponent") // Written as JSON, never compared.
  record Trace(
      String name,
      long[] millis,
      int[] speed,
      List<int[]> best,
      boolean byShape,
      boolean simulated) {
    Trace {
      best = List.copyOf(best);
    }

    static Trace of(StoredRun run, List<Candidate> ended) {
      boolean byShape = ended.stream().anyMatch(new SearchTrace(run, false)::isPartial);
      var trace = new SearchTrace(run, byShape);
      Instant start = run.run().started();
      int[] speed = new int[ended.size()];
      var best = new ArrayList<int[]>();
      for (int i = 0; i < speed.length; i++) {
        SearchTrace.Step step = trace.next(ended.get(i));
        speed[i] = scaled(step.speed());
        if (step.improved()) {
          best.add(new int[] {i, scaled(step.best())});
        }
      }
      return new Trace(
          run.id(),
          ended.stream()
              .map(one -> one.evaluation().orElseThrow().finished())
              .mapToLong(finished -> Duration.between(start, finished).toMillis())
              .toArray(),
          speed,
          best,
          byShape,
          RunFacts.isReplayed(run));
    }
  }

  private static final double SCALE = 10_000;

  private static int scaled(double speed) {
    return (int) Math.round(SCALE * speed);
  }

  static Trace trace(StudiedRun run) {
    return Trace.of(run.history().run(), SearchTrace.ended(run.history().outlines()));
  }

  static Section of(StudiedRun run) {
    Trace trace = trace(run);
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
                    after(trace, last))));
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
  static Block.Chart chart(Trace trace, String below, String behind, Table table) {
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

  private static Table table(StudiedRun run, Trace trace) {
    List<Candidate> ended = SearchTrace.ended(run.history().outlines());
    return new Table.Columns<int[]>()
        .quantity("evaluation", improvement -> Numbers.count(improvement[0] + 1L))
        .quantity("after", improvement -> after(trace, improvement[0]))
        .quantity("speed-up", improvement -> Numbers.times(improvement[1] / SCALE))
        .quantity("candidate", improvement -> ended.get(improvement[0]).number())
        .text("origin", improvement -> ended.get(improvement[0]).proposal().origin())
        .text("configuration", improvement -> ended.get(improvement[0]).configuration())
        .rows(trace.best());
  }

  private static String after(Trace trace, int evaluation) {
    return Units.duration(Duration.ofMillis(trace.millis()[evaluation]));
  }
}
