package dev.evokernel.search;

import java.util.Optional;
import java.util.OptionalDouble;

/** No screening: whoever comes is proposed. */
final class NoPreselection implements Preselection {

  private final VariationOperators newcomers;
  private final ProposedSet claims;

  NoPreselection(VariationOperators newcomers, ProposedSet claims) {
    this.newcomers = newcomers;
    this.claims = claims;
  }

  @Override
  public Optional<Individual> next(Population population, long generation) {
    return newcomers.bring(1, population, generation).stream()
        .filter(candidate -> claims.claim(candidate.choices()))
        .findFirst();
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
