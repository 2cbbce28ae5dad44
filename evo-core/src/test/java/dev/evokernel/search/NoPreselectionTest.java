package dev.evokernel.search;

import dev.evokernel.space.SearchSpace;
import java.util.random.RandomGenerator.SplittableGenerator;

final class NoPreselectionTest extends PreselectionContract {

  @Override
  Preselection preselection(
      SearchSpace space,
      ProposedSet proposed,
      VariationOperators operators,
      SplittableGenerator random) {
    return new NoPreselection(operators, proposed);
  }
}
