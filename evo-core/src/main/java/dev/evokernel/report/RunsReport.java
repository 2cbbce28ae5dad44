package dev.evokernel.report;

import module java.base;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.Plain;
import dev.evokernel.report.text.Units;
import dev.evokernel.store.lock.LockOwner;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.run.RunStatus;
import org.jspecify.annotations.Nullable;

/**
 * Result of {@code evo runs}: the state of each run of a results folder.
 *
 * @param zone of the times in text; data have UTC
 */
public record RunsReport(List<RunState> states, ZoneId zone) implements Report {

  public RunsReport {
    states = List.copyOf(states);
  }

  @Override
  public Document document() {
    Block shown = states.isEmpty() ? Block.Paragraph.of("No runs yet.") : table();
    return new Document(List.of(shown), data());
  }

  private Table table() {
    var table =
        Table.builder()
            .text("run", "state", "since")
            .minor()
            .text("left")
            .quantity("evaluated")
            .minor()
            .text("best")
            .quantity("on disk")
            .minor()
            .text("device")
            .minor();
    for (RunState state : states) {
      table.row(
          state.run().id(),
          state.status().label(),
          Units.minute(state.since(), zone),
          left(state),
          Long.toString(state.evaluations()),
          best(state),
          Units.bytes(state.bytes()),
          state.run().provenance().device().model());
    }
    return table.build();
  }

  /** The remaining budget: {@code 1h02m} or {@code 120 evaluations}; empty for a finished run. */
  public static String left(RunState state) {
    return state
        .timeLeft()
        .map(Units::clock)
        .orElseGet(
            () ->
                state.evaluationsLeft().isPresent()
                    ? state.evaluationsLeft().getAsLong() + " evaluations"
                    : "");
  }

  /**
   * The best as text: {@code 1.213× candidate 17, so far}; without {@code so far} after the finals.
   */
  public static String best(RunState state) {
    return state
        .best()
        .map(
            best ->
                isTheDefault(best, state)
                    ? "the default"
                    : "%s %s%s"
                        .formatted(
                            Units.formatted("%.3f×", best.speedUp()),
                            best.candidates().size() == 1
                                ? "candidate " + best.candidate().number()
                                : best.candidates().size() + " configurations",
                            best.isDecided() ? "" : ", so far"))
        .orElse("");
  }

  private static boolean isTheDefault(RunState.Best best, RunState state) {
    return best.candidates().size() == 1
        && best.candidate().configuration().equals(state.run().subject().defaultConfiguration());
  }

  private Data data() {
    List<Map<String, @Nullable Object>> all = states.stream().map(RunsReport::json).toList();
    List<String> columns = all.isEmpty() ? List.of("run") : List.copyOf(all.getFirst().keySet());
    var rows = new ArrayList<List<@Nullable Object>>();
    all.forEach(run -> rows.add(new ArrayList<>(run.values())));
    return new Data.Records(columns, rows);
  }

  /** The JSON of a run; every run has the same keys. */
  public static Map<String, @Nullable Object> json(RunState state) {
    Optional<RunState.Best> best = state.best();
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("run", state.run().id());
    json.put("kernel", state.run().subject().kernel());
    json.put("shapes", state.run().subject().shapes());
    json.put("device", state.run().provenance().device().model());
    json.put("device_id", state.run().provenance().device().id());
    json.put("state", state.status().label());
    json.put("since", state.since().toString());
    json.put("started", state.run().run().started().toString());
    json.put("process", state.owner().map(LockOwner::pid).orElse(null));
    json.put("host", state.run().provenance().host());
    json.put("ending", state.run().ending().map(ending -> ending.reason().label()).orElse(null));
    json.put("spent_seconds", seconds(state.spent()));
    json.put("budget_seconds", state.wall().map(RunsReport::seconds).orElse(null));
    json.put("left_seconds", state.timeLeft().map(RunsReport::seconds).orElse(null));
    json.put("evaluations", state.evaluations());
    json.put("budget_evaluations", state.limit().isPresent() ? state.limit().getAsLong() : null);
    json.put("rejected", state.rejected());
    json.put("best_candidate", best.map(known -> known.candidate().number()).orElse(null));
    json.put(
        "best_candidates",
        best.map(known -> known.candidates().stream().map(Candidate::number).toList())
            .orElse(List.of()));
    json.put("best_speedup", best.map(known -> Plain.of(known.speedUp())).orElse(null));
    json.put(
        "decided",
        state.status() == RunStatus.FINISHED && best.stream().anyMatch(RunState.Best::isDecided));
    json.put("disk_bytes", state.bytes());
    return json;
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
