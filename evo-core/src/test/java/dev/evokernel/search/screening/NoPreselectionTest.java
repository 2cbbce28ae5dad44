package dev.evokernel.search.screening;

import dev.evokernel.search.population.ProposedSet;
import dev.evokernel.search.population.RandomStream;
import dev.evokernel.search.variation.VariationOperators;
import dev.evokernel.space.SearchSpace;

final class NoPreselectionTest extends PreselectionContract {

  @Override
  Preselection preselection(
      SearchSpace space, ProposedSet proposed, VariationOperators operators, RandomStream random) {
    return Preselection.none(operators, proposed);
  }
}
