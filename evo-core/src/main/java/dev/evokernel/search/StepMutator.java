package dev.evokernel.search;

import dev.evokernel.kernel.Parameter;
import io.jenetics.Alterer;
import io.jenetics.AltererResult;
import io.jenetics.Genotype;
import io.jenetics.IntegerChromosome;
import io.jenetics.IntegerGene;
import io.jenetics.Phenotype;
import io.jenetics.util.MSeq;
import io.jenetics.util.Seq;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Moves parameters along their lists of values: mostly one step, sometimes a jump anywhere. Words
 * and truth values have no order, so they always jump.
 *
 * <p>An individual that still carries its fitness came through crossover unchanged and would only
 * repeat its parent; it is always mutated. One that was crossed is mutated with the given
 * probability.
 */
final class StepMutator implements Alterer<IntegerGene, Double> {

  private static final double JUMP = 0.2;

  private final double probability;
  private final RandomGenerator random;
  private final int[] mutable;
  private final boolean[] ordered;

  StepMutator(List<Parameter> parameters, double probability, RandomGenerator random) {
    this.probability = probability;
    this.random = random;
    this.mutable =
        IntStream.range(0, parameters.size())
            .filter(p -> parameters.get(p).values().size() > 1)
            .toArray();
    this.ordered = new boolean[parameters.size()];
    for (int p = 0; p < ordered.length; p++) {
      ordered[p] = parameters.get(p).type().isNumber();
    }
  }

  @Override
  public AltererResult<IntegerGene, Double> alter(
      Seq<Phenotype<IntegerGene, Double>> population, long generation) {
    int alterations = 0;
    var mutated = MSeq.of(population);
    for (int i = 0; i < mutated.length(); i++) {
      Phenotype<IntegerGene, Double> individual = mutated.get(i);
      if (mutable.length > 0 && (individual.isEvaluated() || random.nextDouble() < probability)) {
        mutated.set(i, Phenotype.of(mutate(individual.genotype()), generation));
        alterations++;
      }
    }
    return new AltererResult<>(mutated.toISeq(), alterations);
  }

  /** Changes one parameter for certain, and each of the others once in a genotype on average. */
  private Genotype<IntegerGene> mutate(Genotype<IntegerGene> genotype) {
    var chromosomes = MSeq.of(genotype);
    int certain = mutable[random.nextInt(mutable.length)];
    for (int p : mutable) {
      if (p == certain || random.nextInt(mutable.length) == 0) {
        chromosomes.set(p, IntegerChromosome.of(move(genotype.get(p).gene(), ordered[p])));
      }
    }
    return Genotype.of(chromosomes);
  }

  private IntegerGene move(IntegerGene gene, boolean steps) {
    int values = gene.max();
    int from = gene.intValue();
    if (!steps || random.nextDouble() < JUMP) {
      return gene.newInstance((from + random.nextInt(1, values)) % values);
    }
    int to = from + (random.nextBoolean() ? 1 : -1);
    return gene.newInstance(to < 0 ? 1 : to == values ? values - 2 : to);
  }
}
