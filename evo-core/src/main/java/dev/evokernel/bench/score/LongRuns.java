package dev.evokernel.bench.score;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What runs over several budgets tell beside the scores, which look at the first budget alone: how
 * many found the optimum by when, and after how many evaluations. The spaces count alike.
 *
 * @param budgetFactor how many budgets a run could spend, at least 2
 */
public record LongRuns(Tournament tournament, int budgetFactor) {

  /** How far above the optimum the second target lies; the first is the optimum. */
  static final double ONE_PERCENT = 0.01;

  /** Of a tournament; empty where a run had one budget. */
  public static Optional<LongRuns> of(Tournament tournament, int budgetFactor) {
    return budgetFactor > 1
        ? Optional.of(new LongRuns(tournament, budgetFactor))
        : Optional.empty();
  }

  /** The numbers of budgets at which the runs that found the optimum are counted. */
  List<Integer> looks() {
    return Stream.of(1, 2, 5, budgetFactor)
        .filter(budgets -> budgets <= budgetFactor)
        .distinct()
        .sorted()
        .toList();
  }

  /** The strategies in the order of the tables; the first is what the others are compared with. */
  List<String> strategies() {
    return List.copyOf(tournament.traces().keySet());
  }

  TimeToTarget on(RecordedSpace space, String strategy, double within) {
    return TimeToTarget.of(
        tournament.runs(strategy, space), space.yardstick(), within, budgetFactor);
  }

  /** The share of the runs that found the optimum within so many budgets. */
  double found(String strategy, int budgets) {
    return tournament.spaces().stream()
        .mapToDouble(space -> on(space, strategy, 0).reached(budgets))
        .average()
        .orElseThrow();
  }

  /** The mean logarithm of the evaluations to a target, in budgets. */
  Score logarithm(String strategy, double within) {
    return Score.mean(
        tournament.spaces().stream()
            .map(space -> on(space, strategy, within).logarithm())
            .toList());
  }

  /** The mean logarithm of the ratio of the evaluations to those of the first strategy. */
  Score logarithmOfRatio(String strategy, double within) {
    String first = strategies().getFirst();
    return Score.mean(
        tournament.spaces().stream()
            .map(space -> on(space, strategy, within).logarithmOfRatio(on(space, first, within)))
            .toList());
  }
}
