package dev.evokernel.search;

import java.util.Optional;
import java.util.OptionalDouble;

/** No preselection: the next offspring is proposed. */
final class NoPreselection implements Preselection {

  private final VariationOperators operators;
  private final ProposedSet claims;

  NoPreselection(VariationOperators operators, ProposedSet claims) {
    this.operators = operators;
    this.claims = claims;
  }

  @Override
  public double expectedGain() {
    return 1;
  }

  @Override
  public Optional<Individual> next(Population population, long generation) {
    return operators.bring(1, population, generation).stream()
        .filter(candidate -> claims.claim(candidate.choices()))
        .findFirst();
  }

  /** It is never renewed, so that no search without a model leaves a state. */
  @Override
  public Optional<Kept> atRenewal() {
    return Optional.empty();
  }

  @Override
  public void recall(int[] choices, OptionalDouble objective) {
    throw new UnsupportedOperationException("A search without a model leaves no state.");
  }

  @Override
  public void restore(Kept kept) {
    throw new UnsupportedOperationException("A search without a model leaves no state.");
  }

  @Override
  public void begin(Individual candidate) {
    // Nothing is learnt here.
  }

  @Override
  public void learn(OptionalDouble objective) {
    // Nothing is learnt here.
  }
}
