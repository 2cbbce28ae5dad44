package dev.evokernel.search;

import java.util.List;

/** Makes candidates, from parents or at random. */
@FunctionalInterface
interface VariationOperator {

  /**
   * Up to {@code count} valid candidates that were never proposed; some may be the same.
   *
   * @param population may be empty
   */
  List<Individual> bring(int count, Population population, long generation);
}
