package dev.evokernel.report.page;

import dev.evokernel.report.RunFacts;
import dev.evokernel.report.Units;
import dev.evokernel.report.document.Table;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** How the search came to its best: every evaluation, over their count and over time. */
final class ConvergenceSection {

  private ConvergenceSection() {}

  /**
   * Every evaluation in the order in which they ended.
   *
   * @param name of the run
   * @param millis since the run began
   * @param speed ten thousand times the speed-up over the default; 0 for a rejection
   * @param best the places of the evaluations that were better than all before
   */
  @SuppressWarnings("ArrayRecordComponent") // Written as JSON, never compared.
  record Trace(String name, long[] millis, int[] speed, int[] best, boolean simulated) {}

  private static final double SCALE = 10_000;

  /** In the order in which they ended, with those whose evaluation did. */
  private static List<Candidate> ended(StudiedRun run) {
    return run.history().candidates().stream()
        .filter(one -> one.evaluation().isPresent())
        .sorted(Comparator.comparing((Candidate one) -> ended(one).finished()))
        .toList();
  }

  private static Evaluation ended(Candidate candidate) {
    return candidate.evaluation().orElseThrow();
  }

  static Trace trace(StudiedRun run) {
    List<Candidate> ended = ended(run);
    Instant start = run.history().run().run().started();
    int[] speed = ended.stream().mapToInt(ConvergenceSection::speed).toArray();
    return new Trace(
        run.id(),
        ended.stream()
            .mapToLong(one -> Duration.between(start, ended(one).finished()).toMillis())
            .toArray(),
        speed,
        improvements(speed),
        RunFacts.isReplayed(run.history().run()));
  }

  private static int speed(Candidate candidate) {
    double objective = candidate.objective().orElse(0);
    return objective > 0 ? (int) Math.round(SCALE / objective) : 0;
  }

  private static int[] improvements(int... speed) {
    var places = IntStream.builder();
    int best = 0;
    for (int i = 0; i < speed.length; i++) {
      if (speed[i] > best) {
        best = speed[i];
        places.add(i);
      }
    }
    return places.build().toArray();
  }

  static Section of(StudiedRun run) {
    Trace trace = trace(run);
    var parts = new ArrayList<Part>();
    if (trace.best().length == 0) {
      return Section.of("convergence", "Convergence", Part.Text.of("Nothing has been measured."));
    }
    int last = trace.best()[trace.best().length - 1];
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
            new PageChart(
                "convergence",
                "Speed-up over the default, as the search measured it",
                "Every evaluation as a point and the best so far as a line, over evaluations or"
                    + " over time. The table below lists the improvements.",
                List.of(trace)),
            "The %s".formatted(Numbers.count(trace.best().length, "improvement")),
            table(run, trace)));
    return new Section("convergence", "Convergence", parts);
  }

  private static Table table(StudiedRun run, Trace trace) {
    List<Candidate> ended = ended(run);
    var table =
        Table.builder()
            .quantity("evaluation")
            .quantity("after")
            .quantity("speed-up")
            .quantity("candidate")
            .text("origin")
            .text("configuration");
    for (int place : trace.best()) {
      Candidate candidate = ended.get(place);
      table.row(
          Numbers.count(place + 1L),
          Units.duration(Duration.ofMillis(trace.millis()[place])),
          Numbers.times(trace.speed()[place] / SCALE),
          Integer.toString(candidate.number()),
          candidate.proposal().origin(),
          candidate.configuration().toString());
    }
    return table.build();
  }
}
