package dev.evokernel.finals;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.store.Candidate;

/**
 * The rule that chooses the champion among statistically tied finalists.
 *
 * <p>The fastest of them is random and changes from run to run. The leaderboard's champion is
 * preferred, then the finalist that changes the fewest parameters of the default, then the first in
 * the order of the kernel's values, parameter by parameter. A finalist slower by more than {@link
 * #WORTH} cannot win by this rule.
 *
 * @param parameters in the kernel's order
 * @param champion the leaderboard's; empty if there is none
 */
public record TieBreak(
    Configuration defaultConfiguration,
    List<Parameter> parameters,
    Optional<Configuration> champion) {

  /**
   * The largest speed difference that the rule may sacrifice: half a per cent, about the resolution
   * of the finals.
   */
  static final double WORTH = 0.005;

  /** Orders the candidates, the preferred first. */
  Comparator<Candidate> order() {
    return Comparator.comparing((Candidate candidate) -> !isLeaderboardChampion(candidate))
        .thenComparingInt(this::changes)
        .thenComparing(this::positions, TieBreak::compare);
  }

  /** Explains why the champion is not the fastest of the tied finalists. */
  String reason(Candidate winner, Candidate fastest, double ratio) {
    return String.format(
        Locale.ROOT,
        "Candidate %d was %.2f %% faster, but the two are statistically tied; %s.",
        fastest.number(),
        100 * (ratio - 1),
        why(winner, fastest));
  }

  private String why(Candidate winner, Candidate fastest) {
    if (isLeaderboardChampion(winner)) {
      return "the leaderboard's champion stays";
    }
    return changes(winner) < changes(fastest)
        ? "this one changes fewer parameters of the default"
        : "this one comes first in the order of the parameters' values";
  }

  private boolean isLeaderboardChampion(Candidate candidate) {
    return champion.filter(candidate.configuration()::equals).isPresent();
  }

  private int changes(Candidate candidate) {
    return Math.toIntExact(
        parameters.stream()
            .map(Parameter::name)
            .filter(
                name ->
                    !candidate.configuration().find(name).equals(defaultConfiguration.find(name)))
            .count());
  }

  private List<Integer> positions(Candidate candidate) {
    return parameters.stream()
        .map(
            parameter ->
                candidate
                    .configuration()
                    .find(parameter.name())
                    .map(parameter.values()::indexOf)
                    .orElse(-1))
        .toList();
  }

  private static int compare(List<Integer> some, List<Integer> others) {
    for (int i = 0; i < some.size(); i++) {
      int compared = Integer.compare(some.get(i), others.get(i));
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }
}
