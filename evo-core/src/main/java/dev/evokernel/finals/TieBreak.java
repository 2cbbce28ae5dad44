package dev.evokernel.finals;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.store.Candidate;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Who wins among finalists that cannot be told apart.
 *
 * <p>The fastest of them is the fastest by chance, and would be another tomorrow. So chance does
 * not decide: the leaderboard's champion stays what it is; else whoever changes the fewest
 * parameters of the default; else the first in the order of the kernel's values, parameter by
 * parameter. A finalist that was slower by more than {@link #WORTH} does not win that way, so this
 * is what it may cost at most.
 *
 * @param default the kernel's default
 * @param parameters in the kernel's order
 * @param reigning what the leaderboard has, if anything
 */
public record TieBreak(
    Configuration defaultConfiguration,
    List<Parameter> parameters,
    Optional<Configuration> reigning) {

  /** Half a per cent: no more than the finals can see. */
  static final double WORTH = 0.005;

  public TieBreak {
    parameters = List.copyOf(parameters);
  }

  /** The first of these wins. */
  Comparator<Candidate> order() {
    return Comparator.comparing((Candidate candidate) -> !isReigning(candidate))
        .thenComparingInt(this::changes)
        .thenComparing(this::positions, TieBreak::compare);
  }

  /** Why the winner won although somebody was faster by a hair. */
  String reason(Candidate winner, Candidate fastest, double ratio) {
    return String.format(
        Locale.ROOT,
        "Candidate %d was %.2f %% faster and cannot be told from it; %s.",
        fastest.number(),
        100 * (ratio - 1),
        why(winner, fastest));
  }

  private String why(Candidate winner, Candidate fastest) {
    if (isReigning(winner)) {
      return "the leaderboard's champion stays";
    }
    return changes(winner) < changes(fastest)
        ? "this one changes fewer parameters of the default"
        : "this one comes first in the order of the parameters' values";
  }

  private boolean isReigning(Candidate candidate) {
    return reigning.filter(candidate.configuration()::equals).isPresent();
  }

  private int changes(Candidate candidate) {
    return Math.toIntExact(
        parameters.stream()
            .map(Parameter::name)
            .filter(
                name ->
                    !candidate.configuration().value(name).equals(defaultConfiguration.value(name)))
            .count());
  }

  private List<Integer> positions(Candidate candidate) {
    return parameters.stream()
        .map(
            parameter ->
                parameter.values().indexOf(candidate.configuration().value(parameter.name())))
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
