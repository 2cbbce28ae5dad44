package dev.evokernel.search;

import io.jenetics.IntegerGene;
import io.jenetics.Phenotype;

/**
 * A configuration on its way to the evaluator.
 *
 * @param individual valid, without fitness
 */
record Candidate(Phenotype<IntegerGene, Double> individual, String origin) {

  int[] choices() {
    return ChoicesCodec.decode(individual.genotype());
  }
}
