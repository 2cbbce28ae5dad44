package dev.evokernel.search.variation;

import dev.evokernel.search.population.Individual;
import dev.evokernel.search.population.Population;
import java.util.List;

/** Makes candidates, from parents or at random. */
@FunctionalInterface
interface VariationOperator {

  /**
   * Brings up to {@code count} valid candidates that were never proposed; some may be equal.
   *
   * @param population may be empty
   */
  List<Individual> bring(int count, Population population, long generation);
}
