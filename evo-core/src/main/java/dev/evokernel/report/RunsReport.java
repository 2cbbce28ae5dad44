package dev.evokernel.report;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.LockOwner;
import dev.evokernel.store.RunStatus;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code evo runs}: how each run of a results folder stands.
 *
 * @param zone of the times in text; data have UTC
 */
public record RunsReport(List<RunState> states, ZoneId zone) implements Report {

  public RunsReport {
    states = List.copyOf(states);
  }

  @Override
  public Document document() {
    Block shown = states.isEmpty() ? Block.Paragraph.of("There is no run yet.") : table();
    return new Document(List.of(shown), data());
  }

  private Table table() {
    var table =
        Table.builder()
            .text("run")
            .text("state")
            .text("since")
            .minor()
            .text("left")
            .quantity("evaluated")
            .minor()
            .text("best")
            .quantity("on disk")
            .minor()
            .text("device")
            .minor();
    for (RunState one : states) {
      table.row(
          one.run().id(),
          one.status().label(),
          Units.minute(one.since(), zone),
          left(one),
          Long.toString(one.evaluations()),
          best(one),
          Units.bytes(one.bytes()),
          one.run().provenance().device().model());
    }
    return table.build();
  }

  /** For example {@code 1h02m}, {@code 120 evaluations}, or nothing of a finished run. */
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

  /** For example {@code 1.213× candidate 17, so far}: unconfirmed where the finals are to come. */
  public static String best(RunState state) {
    return state
        .best()
        .map(
            best ->
                isTheDefault(best, state)
                    ? "the default"
                    : String.format(
                        Locale.ROOT,
                        "%s %s%s",
                        best.speedUp().isPresent()
                            ? String.format(Locale.ROOT, "%.3f×", best.speedUp().getAsDouble())
                            : "",
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
    all.forEach(one -> rows.add(new ArrayList<>(one.values())));
    return new Data.Records(columns, rows);
  }

  /** The same keys for every run, as programs read them. */
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
    json.put("ending", state.run().ending().map(one -> one.reason().label()).orElse(null));
    json.put("spent_seconds", seconds(state.spent()));
    json.put("budget_seconds", state.wall().map(RunsReport::seconds).orElse(null));
    json.put("left_seconds", state.timeLeft().map(RunsReport::seconds).orElse(null));
    json.put("evaluations", state.evaluations());
    json.put("budget_evaluations", state.limit().isPresent() ? state.limit().getAsLong() : null);
    json.put("rejected", state.rejected());
    json.put("best_candidate", best.map(one -> one.candidate().number()).orElse(null));
    json.put(
        "best_candidates",
        best.map(one -> one.candidates().stream().map(Candidate::number).toList())
            .orElse(List.of()));
    json.put("best_speedup", best.map(one -> Plain.of(one.speedUp())).orElse(null));
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
