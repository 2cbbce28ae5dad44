package dev.evokernel.api;

import dev.evokernel.stats.SpeedUp;
import dev.evokernel.stats.Verdict;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FinalsDecision.FinalistMeasurement;
import dev.evokernel.store.Role;
import dev.evokernel.store.RunHistory;
import java.util.List;
import java.util.OptionalInt;

/**
 * Result of a run.
 *
 * @param run its id, for {@code evo show} and {@code evo run --resume} in a results folder
 * @param evaluations number of evaluated configurations, including rejected ones
 */
public record TuningResult(String run, long evaluations, Decision decision) {

  static TuningResult of(RunHistory history) {
    long evaluated =
        history.outlines().stream().filter(outline -> outline.evaluation().isPresent()).count();
    Decision decision =
        history.finals().isPresent()
            ? decided(history, history.finals().get())
            : new Decision.Unfinished();
    return new TuningResult(history.run().id(), evaluated, decision);
  }

  private static Decision decided(RunHistory history, FinalsDecision finals) {
    OptionalInt champion = finals.candidate(Role.CHAMPION);
    if (champion.isEmpty()) {
      var theDefault = new Choice(history.run().subject().defaultConfiguration());
      List<String> reasons = finals.verdict().reasons();
      return finals.verdict().decision() == Verdict.Decision.UNDECIDED
          ? new Decision.Undecided(theDefault, reasons)
          : new Decision.DefaultStays(theDefault, reasons);
    }
    int number = champion.getAsInt();
    return new Decision.Champion(
        new Choice(history.candidate(number).orElseThrow().configuration()),
        finals.results().stream()
            .filter(finalist -> finalist.candidate() == number)
            .map(TuningResult::speedUp)
            .toList());
  }

  private static ShapeSpeedUp speedUp(FinalistMeasurement finalist) {
    SpeedUp speedUp = finalist.speedUp().orElseThrow();
    return new ShapeSpeedUp(
        finalist.shape(), speedUp.ratio(), speedUp.low(), speedUp.high(), speedUp.confidence());
  }

  /** Configuration to use: the champion, or the default if no configuration beats it. */
  public Choice configuration() {
    return switch (decision) {
      case Decision.Champion(Choice configuration, List<ShapeSpeedUp> _) -> configuration;
      case Decision.DefaultStays(Choice configuration, List<String> _) -> configuration;
      case Decision.Undecided(Choice configuration, List<String> _) -> configuration;
      case Decision.Unfinished _ ->
          throw new IllegalStateException(
              "Run '%s' was stopped before its finals: it has no decision.".formatted(run));
    };
  }
}
