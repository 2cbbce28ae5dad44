package dev.evokernel.report.page;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.report.RunFacts;
import dev.evokernel.report.SearchTrace;
import dev.evokernel.report.Units;
import dev.evokernel.report.document.Table;
import dev.evokernel.stats.Metric;
import dev.evokernel.store.CandidateOutline;
import dev.evokernel.store.EvaluationPoint;
import dev.evokernel.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** How the search came to its best: every evaluation, over their count and over time. */
final class ConvergenceSection {

  private ConvergenceSection() {}

  /**
   * Every evaluation in the order in which they ended.
   *
   * @param name of the run
   * @param millis since the run began
   * @param speed ten thousand times the speed-up over the default, on what was timed; 0 for a
   *     rejection
   * @param best for each evaluation that made the best better, its place and ten thousand times the
   *     best since
   * @param byShape whether the best is that of each shape, in a search for a portfolio
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

    static Trace of(StoredRun run, List<EvaluationPoint> points) {
      boolean byShape = points.stream().anyMatch(one -> one.isPartial(run.subject().shapes()));
      var trace = new SearchTrace(run, byShape);
      Instant start = run.run().started();
      int[] speed = new int[points.size()];
      var best = new ArrayList<int[]>();
      for (int i = 0; i < speed.length; i++) {
        SearchTrace.Step step = trace.next(points.get(i));
        speed[i] = scaled(step.speed());
        if (step.improved()) {
          best.add(new int[] {i, scaled(step.best())});
        }
      }
      return new Trace(
          run.id(),
          points.stream()
              .mapToLong(one -> Duration.between(start, one.finished()).toMillis())
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

  /** In the order in which they ended, with those whose evaluation did. */
  private static List<CandidateOutline> ended(StudiedRun run) {
    return run.history().outlines().stream()
        .filter(one -> one.end().isPresent())
        .sorted(Comparator.comparing((CandidateOutline one) -> one.end().orElseThrow().finished()))
        .toList();
  }

  /** The same with what {@link SearchTrace} needs: the objectives, or the values of each shape. */
  private static List<EvaluationPoint> points(StudiedRun run) {
    StoredRun stored = run.history().run();
    Configuration theDefault = stored.subject().defaultConfiguration();
    List<CandidateOutline> ended = ended(run);
    boolean onAllShapes =
        ended.stream()
            .allMatch(
                one ->
                    one.rejected().isPresent()
                        || one.end().orElseThrow().timed().containsAll(stored.subject().shapes()));
    return onAllShapes && stored.run().objective().minimise().getFirst() == Metric.TIME
        ? ended.stream()
            .map(
                one ->
                    new EvaluationPoint(
                        one.number(),
                        one.configuration().equals(theDefault),
                        one.end().orElseThrow().finished(),
                        one.objective(),
                        Map.of()))
            .toList()
        : run.history().where(one -> one.end().isPresent(), Optional.empty()).stream()
            .map(one -> SearchTrace.point(stored, one))
            .sorted(Comparator.comparing(EvaluationPoint::finished))
            .toList();
  }

  static Trace trace(StudiedRun run) {
    return Trace.of(run.history().run(), points(run));
  }

  static Section of(StudiedRun run) {
    Trace trace = trace(run);
    var parts = new ArrayList<Part>();
    if (trace.best().isEmpty()) {
      return Section.of("convergence", "Convergence", Part.Text.of("Nothing has been measured."));
    }
    int last = trace.best().getLast()[0];
    parts.add(
        Part.Text.of(
            "%s of the search, %s of them measured. The last improvement was evaluation %s, after %s of the run."
                .formatted(
                    Numbers.count(trace.speed().length, "evaluation"),
                    Numbers.count(IntStream.of(trace.speed()).filter(one -> one > 0).count()),
                    Numbers.count(last + 1L),
                    Units.duration(Duration.ofMillis(trace.millis()[last])))));
    parts.add(
        new Part.Figure(
            chart(trace, "The table below lists the improvements."),
            "The %s".formatted(Numbers.count(trace.best().size(), "improvement")),
            table(run, trace)));
    return new Section("convergence", "Convergence", parts);
  }

  /**
   * @param below what stands below the chart, as a sentence
   */
  static PageChart chart(Trace trace, String below) {
    return new PageChart(
        "convergence",
        trace.byShape()
            ? "Speed-up over the default, with the best configuration of each shape so far"
            : "Speed-up over the default, as the search measured it",
        "Every evaluation as a point and the best so far as a line, over evaluations or over time. "
            + below,
        List.of(trace));
  }

  private static Table table(StudiedRun run, Trace trace) {
    List<CandidateOutline> ended = ended(run);
    var table =
        Table.builder()
            .quantity("evaluation")
            .quantity("after")
            .quantity("speed-up")
            .quantity("candidate")
            .text("origin")
            .text("configuration");
    for (int[] improvement : trace.best()) {
      int place = improvement[0];
      CandidateOutline candidate = ended.get(place);
      table.row(
          Numbers.count(place + 1L),
          Units.duration(Duration.ofMillis(trace.millis()[place])),
          Numbers.times(improvement[1] / SCALE),
          Integer.toString(candidate.number()),
          candidate.proposal().origin(),
          candidate.configuration().toString());
    }
    return table.build();
  }
}
