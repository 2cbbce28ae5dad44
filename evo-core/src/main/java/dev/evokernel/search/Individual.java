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
record Individual(
    Phenotype<IntegerGene, Double> individual,
    String label,
    Optional<VariationKind> origin,
    List<Phenotype<IntegerGene, Double>> parents) {

  static Individual of(
      Phenotype<IntegerGene, Double> individual,
      String label,
      VariationKind origin,
      List<Phenotype<IntegerGene, Double>> parents) {
    return new Individual(individual, label, Optional.of(origin), parents);
  }

  static Individual seed(Phenotype<IntegerGene, Double> individual, String label) {
    return new Individual(individual, label, Optional.empty(), List.of());
  }

  int[] choices() {
    return ChoicesCodec.decode(individual.genotype());
  }
}
