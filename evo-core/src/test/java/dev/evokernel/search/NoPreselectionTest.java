package dev.evokernel.search;

import dev.evokernel.space.SearchSpace;

final class NoPreselectionTest extends PreselectionContract {

  @Override
  Preselection preselection(
      SearchSpace space, ProposedSet proposed, VariationOperators operators, RandomStream random) {
    return Preselection.none(operators, proposed);
  }
}
