package dev.evokernel.search;

import module java.base;

import dev.evokernel.space.Moves;
import io.jenetics.Alterer;
import io.jenetics.AltererResult;
import io.jenetics.Chromosome;
import io.jenetics.Genotype;
import io.jenetics.IntegerGene;
import io.jenetics.Phenotype;
import io.jenetics.util.MSeq;
import io.jenetics.util.Seq;

/**
 * Uniform crossover (Syswerda, 1989) of whole chromosomes: adjacent parents exchange each parameter
 * with probability 1/2. A crossover point would be meaningless, since the order of parameters in
 * the file does not reflect their interaction.
 *
 * <p>A child has the parameters of its variant; a parameter that only one parent has comes from
 * that parent.
 */
public record ParameterCrossover(Moves moves, double probability, RandomGenerator random)
    implements Alterer<IntegerGene, Double> {

  @Override
  public AltererResult<IntegerGene, Double> alter(
      Seq<Phenotype<IntegerGene, Double>> population, long generation) {
    MSeq<Phenotype<IntegerGene, Double>> crossed = MSeq.of(population);
    int alterations = 0;
    for (int i = 0; i + 1 < crossed.length(); i += 2) {
      if (random.nextDouble() < probability) {
        alterations += cross(crossed, i, generation);
      }
    }
    return new AltererResult<>(crossed.toISeq(), alterations);
  }

  private int cross(MSeq<Phenotype<IntegerGene, Double>> population, int at, long generation) {
    Genotype<IntegerGene> mother = population.get(at).genotype();
    Genotype<IntegerGene> father = population.get(at + 1).genotype();
    List<Chromosome<IntegerGene>> first = new ArrayList<>();
    List<Chromosome<IntegerGene>> second = new ArrayList<>();
    int exchanged = 0;
    for (int p = 0; p < mother.length(); p++) {
      boolean exchange = random.nextBoolean();
      first.add((exchange ? father : mother).get(p));
      second.add((exchange ? mother : father).get(p));
      exchanged += exchange ? 1 : 0;
    }
    population.set(at, Phenotype.of(Genotype.of(completed(first, mother, father)), generation));
    population.set(
        at + 1, Phenotype.of(Genotype.of(completed(second, mother, father)), generation));
    return exchanged;
  }

  /** Completes a child with the parameters that only its variant's parent has. */
  private List<Chromosome<IntegerGene>> completed(
      List<Chromosome<IntegerGene>> child,
      Genotype<IntegerGene> mother,
      Genotype<IntegerGene> father) {
    if (!moves.acrossVariants() || mother.gene().intValue() == father.gene().intValue()) {
      return child;
    }
    boolean isMothers = child.getFirst().gene().intValue() == mother.gene().intValue();
    int[] whole = ChoicesCodec.decode(isMothers ? mother : father);
    int[] foreign = ChoicesCodec.decode(isMothers ? father : mother);
    for (int p = 1; p < child.size(); p++) {
      if (!moves.has(p, whole) || !moves.has(p, foreign)) {
        child.set(p, (isMothers ? mother : father).get(p));
      }
    }
    return child;
  }
}
