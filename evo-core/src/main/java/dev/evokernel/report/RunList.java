package dev.evokernel.report;

import module java.base;

import dev.evokernel.store.Candidate;
import dev.evokernel.store.FileLock.LockOwner;
import dev.evokernel.store.RunStatus;
import dev.evokernel.text.Units;
import org.jspecify.annotations.Nullable;

/**
 * Result of {@code evo runs}: the state of each run of a results folder.
 *
 * @param zone of the times in text; data have UTC
 */
public record RunList(List<RunState> states, ZoneId zone) implements Report {

  private static final Data.Columns<RunState> FIELDS =
      new Data.Columns<RunState>()
          .add("run", state -> state.run().id())
          .add("kernel", state -> state.run().subject().kernel())
          .add("shapes", state -> state.run().subject().shapes())
          .add("device", state -> state.run().provenance().device().model())
          .add("device_id", state -> state.run().provenance().device().id())
          .add("state", state -> state.status().label())
          .add("since", RunState::since)
          .add("started", state -> state.run().run().started())
          .add("process", state -> state.owner().map(LockOwner::pid))
          .add("host", state -> state.run().provenance().host())
          .add("ending", state -> state.run().ending().map(ending -> ending.reason().label()))
          .add("spent_seconds", state -> seconds(state.spent()))
          .add("budget_seconds", state -> state.wall().map(RunList::seconds))
          .add("left_seconds", state -> state.timeLeft().map(RunList::seconds))
          .add("evaluations", RunState::evaluations)
          .add("budget_evaluations", RunState::limit)
          .add("rejected", RunState::rejected)
          .add(
              "best_candidate",
              state -> state.conclusion().shown().map(best -> best.candidate().number()))
          .add("best_candidates", RunList::candidates)
          .add("best_speedup", state -> state.conclusion().shown().map(Conclusion.Best::speedUp))
          .add("basis", state -> state.conclusion().basis().label())
          .add("search_speedup", state -> state.conclusion().search().map(Conclusion.Best::speedUp))
          .add("decided", RunList::isDecided)
          .add("disk_bytes", RunState::bytes);

  public RunList {
    states = List.copyOf(states);
  }

  @Override
  public Document document() {
    Block shown = states.isEmpty() ? Block.Paragraph.of("No runs yet.") : table();
    return new Document(List.of(shown), FIELDS.rows(states));
  }

  public Table table() {
    return new Table.Columns<RunState>()
        .text("run", state -> state.run().id())
        .text("state", state -> state.status().label())
        .minorText("since", state -> Units.minute(state.since(), zone))
        .text("left", RunList::left)
        .minorQuantity("evaluated", RunState::evaluations)
        .text("best", RunList::best)
        .minorQuantity("on disk", state -> Units.bytes(state.bytes()))
        .minorText("device", state -> state.run().provenance().device().model())
        .rows(states);
  }

  /** The remaining budget: {@code 1h02m} or {@code 120 evaluations}; empty for a finished run. */
  public static String left(RunState state) {
    return state
        .timeLeft()
        .map(Units::clock)
        .or(() -> state.evaluationsLeft().map(count -> count + " evaluations"))
        .orElse("");
  }

  /**
   * The best as text: {@code 1.213× candidate 17, confirmed so far; best of the search 1.301× …};
   * without words after the candidate if it is the result of a finished run.
   */
  public static String best(RunState state) {
    Conclusion conclusion = state.conclusion();
    return conclusion
        .shown()
        .map(best -> isTheDefault(best, state) ? "the default" : best.toString())
        .map(best -> (best + ", " + conclusion.standing()).replaceFirst(", $", ""))
        .orElse("");
  }

  private static boolean isTheDefault(Conclusion.Best best, RunState state) {
    return best.candidates().size() == 1
        && best.candidate().configuration().equals(state.run().subject().defaultConfiguration());
  }

  private static List<Integer> candidates(RunState state) {
    return state.conclusion().shown().stream()
        .flatMap(best -> best.candidates().stream())
        .map(Candidate::number)
        .toList();
  }

  private static boolean isDecided(RunState state) {
    return state.status() == RunStatus.FINISHED && state.conclusion().basis().isDecided();
  }

  /** The JSON of a run; every run has the same keys. */
  public static Map<String, @Nullable Object> json(RunState state) {
    return FIELDS.object(state);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
