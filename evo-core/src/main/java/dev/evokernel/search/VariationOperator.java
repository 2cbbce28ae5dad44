package dev.evokernel.search;

import java.util.List;

/** Operator that makes candidates from parents or at random. */
@FunctionalInterface
interface VariationOperator {

  /**
   * Makes up to {@code count} valid candidates that were never proposed; duplicates are possible.
   *
   * @param population may be empty
   */
  List<Individual> bring(int count, Population population, long generation);
}
