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
  public Optional<Individual> next(List<Population> populations, long generation) {
    return operators.bring(1, populations, generation).stream()
        .filter(candidate -> proposed.claim(candidate.choices()))
        .findFirst();
  }
}
