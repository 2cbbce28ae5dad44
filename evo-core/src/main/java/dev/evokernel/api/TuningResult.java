package dev.evokernel.api;

import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.FinalistMeasurement;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.Role;
import dev.evokernel.store.RunHistory;
import java.util.List;
import java.util.OptionalInt;

/**
 * What became of a run.
 *
 * @param run its id, by which {@code evo show} and {@code evo run --resume} find it in a results
 *     folder
 * @param evaluations how many configurations were evaluated, rejected ones among them
 */
public record TuningResult(String run, long evaluations, Decision decision) {

  static TuningResult of(RunHistory history) {
    long evaluated = history.outlines().stream().filter(one -> one.end().isPresent()).count();
    Decision decision =
        history.finals().isPresent()
            ? decided(history, history.finals().get())
            : new Decision.Unfinished();
    return new TuningResult(history.run().id(), evaluated, decision);
  }

  private static Decision decided(RunHistory history, FinalsDecision finals) {
    OptionalInt champion = finals.candidate(Role.CHAMPION);
    if (champion.isEmpty()) {
      return new Decision.DefaultStays(
          new Choice(history.run().subject().defaultConfiguration()), finals.verdict().reasons());
    }
    int number = champion.getAsInt();
    return new Decision.Champion(
        new Choice(history.candidate(number).orElseThrow().configuration()),
        finals.results().stream()
            .filter(one -> one.candidate() == number)
            .map(TuningResult::speedUp)
            .toList());
  }

  private static ShapeSpeedUp speedUp(FinalistMeasurement one) {
    SpeedUp speedUp = one.speedUp().orElseThrow();
    return new ShapeSpeedUp(
        one.shape(), speedUp.ratio(), speedUp.low(), speedUp.high(), speedUp.confidence());
  }

  /** The configuration to use: the champion's, or the default where that stays. */
  public Choice configuration() {
    return switch (decision) {
      case Decision.Champion(Choice configuration, List<ShapeSpeedUp> _) -> configuration;
      case Decision.DefaultStays(Choice configuration, List<String> _) -> configuration;
      case Decision.Unfinished _ ->
          throw new IllegalStateException(
              "Run '%s' was stopped before its finals: it has no decision.".formatted(run));
    };
  }
}
