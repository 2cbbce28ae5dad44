package dev.evokernel.search.variation;

import dev.evokernel.search.population.ChoicesCodec;
import dev.evokernel.space.SearchSpace;
import io.jenetics.IntegerGene;
import io.jenetics.Phenotype;
import io.jenetics.engine.Constraint;
import java.util.random.RandomGenerator;

/** Repair of invalid offspring by the nearest valid configuration. */
public final class Repair implements Constraint<IntegerGene, Double> {

  private final SearchSpace space;
  private final ChoicesCodec codec;
  private final RandomGenerator random;

  public Repair(SearchSpace space, RandomGenerator random) {
    this.space = space;
    this.codec = new ChoicesCodec(space.parameters());
    this.random = random;
  }

  @Override
  public boolean test(Phenotype<IntegerGene, Double> individual) {
    return space.contains(ChoicesCodec.decode(individual.genotype()));
  }

  @Override
  public Phenotype<IntegerGene, Double> repair(
      Phenotype<IntegerGene, Double> individual, long generation) {
    int[] nearest = space.nearest(ChoicesCodec.decode(individual.genotype()), random);
    return Phenotype.of(codec.encode(nearest), generation);
  }
}
