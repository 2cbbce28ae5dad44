package dev.evokernel.search;

import io.jenetics.IntegerGene;
import io.jenetics.Phenotype;
import java.util.List;
import java.util.Optional;

/**
 * A configuration on its way to the evaluator.
 *
 * @param individual valid, without fitness
 * @param label what a proposal says of where it came from
 * @param origin empty for seeds
 * @param parents what it was bred from
 */
record Candidate(
    Phenotype<IntegerGene, Double> individual,
    String label,
    Optional<Origin> origin,
    List<Phenotype<IntegerGene, Double>> parents) {

  static Candidate of(
      Phenotype<IntegerGene, Double> individual,
      String label,
      Origin origin,
      List<Phenotype<IntegerGene, Double>> parents) {
    return new Candidate(individual, label, Optional.of(origin), parents);
  }

  static Candidate seed(Phenotype<IntegerGene, Double> individual, String label) {
    return new Candidate(individual, label, Optional.empty(), List.of());
  }

  int[] choices() {
    return ChoicesCodec.decode(individual.genotype());
  }
}
