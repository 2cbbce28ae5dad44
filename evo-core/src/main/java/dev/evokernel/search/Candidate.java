package dev.evokernel.search;

import io.jenetics.IntegerGene;
import io.jenetics.Phenotype;
import java.util.Optional;

/**
 * A configuration on its way to the evaluator.
 *
 * @param individual valid, without fitness
 * @param label what a proposal says of where it came from
 * @param origin empty for seeds
 */
record Candidate(Phenotype<IntegerGene, Double> individual, String label, Optional<Origin> origin) {

  static Candidate of(Phenotype<IntegerGene, Double> individual, String label, Origin origin) {
    return new Candidate(individual, label, Optional.of(origin));
  }

  int[] choices() {
    return ChoicesCodec.decode(individual.genotype());
  }
}
