package dev.evokernel.search;

import dev.evokernel.space.SearchSpace;
import io.jenetics.IntegerGene;
import io.jenetics.Phenotype;
import io.jenetics.engine.Constraint;
import java.util.random.RandomGenerator;

/** Replaces what variation made invalid by the nearest valid configuration. */
record Repair(SearchSpace space, ChoicesCodec codec, RandomGenerator random)
    implements Constraint<IntegerGene, Double> {

  @Override
  public boolean test(Phenotype<IntegerGene, Double> individual) {
    return space.contains(codec.decode(individual.genotype()));
  }

  @Override
  public Phenotype<IntegerGene, Double> repair(
      Phenotype<IntegerGene, Double> individual, long generation) {
    int[] nearest = space.nearest(codec.decode(individual.genotype()), random);
    return Phenotype.of(codec.encode(nearest), generation);
  }
}
