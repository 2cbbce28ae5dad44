package dev.evokernel.search;

import dev.evokernel.space.SearchSpace;
import io.jenetics.IntegerGene;
import io.jenetics.Phenotype;
import io.jenetics.engine.Constraint;
import java.util.random.RandomGenerator;

/** Repair of invalid offspring by the nearest valid configuration. */
public record Repair(SearchSpace space, RandomGenerator random)
    implements Constraint<IntegerGene, Double> {

  @Override
  public boolean test(Phenotype<IntegerGene, Double> individual) {
    return space.contains(ChoicesCodec.decode(individual.genotype()));
  }

  @Override
  public Phenotype<IntegerGene, Double> repair(
      Phenotype<IntegerGene, Double> individual, long generation) {
    int[] nearest = space.nearest(ChoicesCodec.decode(individual.genotype()), random);
    return Phenotype.of(new ChoicesCodec(space.parameters()).encode(nearest), generation);
  }
}
