package dev.evokernel.search;

import io.jenetics.IntegerGene;
import io.jenetics.Phenotype;
import java.util.List;

/**
 * A configuration on its way to the evaluator.
 *
 * @param individual valid, without fitness
 * @param label what a proposal says of where it came from
 * @param parents what it was bred from
 * @param shapes on which it should be timed; none for all
 */
record Individual(
    Phenotype<IntegerGene, Double> individual,
    String label,
    List<Phenotype<IntegerGene, Double>> parents,
    List<Integer> shapes) {

  Individual(
      Phenotype<IntegerGene, Double> individual,
      String label,
      List<Phenotype<IntegerGene, Double>> parents) {
    this(individual, label, parents, List.of());
  }

  /** Of what has no parents: an initial configuration or a random one. */
  static Individual unbred(Phenotype<IntegerGene, Double> individual, String label) {
    return new Individual(individual, label, List.of());
  }

  static Individual of(SearchState.Waiting waiting, ChoicesCodec codec) {
    return new Individual(
        unevaluated(waiting.choices(), codec),
        waiting.origin(),
        waiting.parents().stream().map(parent -> unevaluated(parent, codec)).toList(),
        waiting.shapes());
  }

  /** The same, to be timed on these shapes. */
  Individual timedOn(List<Integer> some) {
    return new Individual(individual, label, parents, some);
  }

  private static Phenotype<IntegerGene, Double> unevaluated(int[] choices, ChoicesCodec codec) {
    return Phenotype.of(codec.encode(choices), 0);
  }

  SearchState.Waiting waiting(int generation) {
    return new SearchState.Waiting(
        choices(),
        generation,
        label,
        parents.stream().map(parent -> ChoicesCodec.decode(parent.genotype())).toList(),
        shapes);
  }

  int[] choices() {
    return ChoicesCodec.decode(individual.genotype());
  }
}
