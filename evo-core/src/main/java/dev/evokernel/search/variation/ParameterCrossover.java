package dev.evokernel.search.variation;

import dev.evokernel.search.population.ChoicesCodec;
import dev.evokernel.space.Moves;
import io.jenetics.Alterer;
import io.jenetics.AltererResult;
import io.jenetics.Chromosome;
import io.jenetics.Genotype;
import io.jenetics.IntegerGene;
import io.jenetics.Phenotype;
import io.jenetics.util.MSeq;
import io.jenetics.util.Seq;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Uniform crossover (Syswerda, 1989) of whole chromosomes: parents that stand side by side exchange
 * each parameter with even chance. Where a parameter stands in the file says nothing about which
 * others it works with, so there is no crossover point to respect.
 *
 * <p>A child has the parameters of the variant that it comes to; one that only one of the parents
 * has comes from that parent.
 */
public final class ParameterCrossover implements Alterer<IntegerGene, Double> {

  private final Moves moves;
  private final double probability;
  private final RandomGenerator random;

  /**
   * @param probability with which a pair is crossed
   */
  public ParameterCrossover(Moves moves, double probability, RandomGenerator random) {
    this.moves = moves;
    this.probability = probability;
    this.random = random;
  }

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
    List<Chromosome<IntegerGene>> one = new ArrayList<>();
    List<Chromosome<IntegerGene>> other = new ArrayList<>();
    int exchanged = 0;
    for (int p = 0; p < mother.length(); p++) {
      boolean exchange = random.nextBoolean();
      one.add((exchange ? father : mother).get(p));
      other.add((exchange ? mother : father).get(p));
      exchanged += exchange ? 1 : 0;
    }
    population.set(at, Phenotype.of(Genotype.of(completed(one, mother, father)), generation));
    population.set(at + 1, Phenotype.of(Genotype.of(completed(other, mother, father)), generation));
    return exchanged;
  }

  /** What the child's variant has and the donor had not, from the other parent. */
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
