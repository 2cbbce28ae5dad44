package dev.evokernel.search.screening;

import dev.evokernel.search.population.Individual;
import dev.evokernel.search.population.Population;
import dev.evokernel.search.population.ProposedSet;
import dev.evokernel.search.variation.VariationOperators;
import java.util.List;
import java.util.Optional;

/** No preselection: the next offspring is proposed. */
public record NoPreselection(VariationOperators operators, ProposedSet proposed)
    implements Preselection {

  @Override
  public double expectedGain() {
    return 1;
  }

  @Override
  public Optional<Individual> next(List<Population> populations, long generation) {
    return operators.bring(1, populations, generation).stream()
        .filter(candidate -> proposed.claim(candidate.choices()))
        .findFirst();
  }

  /** Empty, since a search without a model has no refit and stores no state. */
  @Override
  public Optional<Kept> atRenewal() {
    return Optional.empty();
  }

  @Override
  public void recall(int[] choices, double... objectives) {
    throw new UnsupportedOperationException("A search without a model stores no state.");
  }

  @Override
  public void restore(Kept kept) {
    throw new UnsupportedOperationException("A search without a model stores no state.");
  }

  @Override
  public void begin(Individual candidate) {
    // No model to update.
  }

  @Override
  public void learn(double... objectives) {
    // No model to update.
  }
}
