package dev.evokernel.search;

import dev.evokernel.kernel.Parameter;
import io.jenetics.Genotype;
import io.jenetics.IntegerChromosome;
import io.jenetics.IntegerGene;
import io.jenetics.Optimize;
import io.jenetics.Phenotype;
import io.jenetics.Selector;
import io.jenetics.TruncationSelector;
import io.jenetics.util.ISeq;
import java.util.List;
import java.util.stream.IntStream;

/** Measured configurations that breed, the best first. */
final class Population {

  /** Evaluations without an improvement, per survivor, until a restart. */
  private static final int PATIENCE = 4;

  private final int capacity;
  private final Selector<IntegerGene, Double> fittest = new TruncationSelector<>();
  private ISeq<Phenotype<IntegerGene, Double>> survivors = ISeq.empty();
  private int idle;

  public Population(int capacity) {
    this.capacity = capacity;
  }

  /** Inserts an evaluated individual and keeps the fittest. */
  public void absorb(Phenotype<IntegerGene, Double> evaluated) {
    idle = evaluated.fitness() < best() ? 0 : idle + 1;
    var all = survivors.append(ISeq.of(List.of(evaluated)));
    int count = Math.min(capacity, all.size());
    survivors = fittest.select(all, count, Optimize.MINIMUM);
  }

  /** Empties the population for a restart. */
  public void dissolve() {
    survivors = ISeq.empty();
    idle = 0;
  }

  public int idle() {
    return idle;
  }

  public List<SearchState.Survivor> survivors() {
    return survivors.stream()
        .map(
            survivor ->
                new SearchState.Survivor(
                    ChoicesCodec.decode(survivor.genotype()), survivor.fitness()))
        .toList();
  }

  /** Restores the members of a population of equal capacity. */
  public void restore(List<SearchState.Survivor> members, int idleBefore, ChoicesCodec codec) {
    survivors =
        members.stream()
            .map(member -> Phenotype.of(codec.encode(member.choices()), 0, member.objective()))
            .collect(ISeq.toISeq());
    idle = idleBefore;
  }

  public boolean isStagnant() {
    return idle >= PATIENCE * capacity;
  }

  public boolean isEmpty() {
    return survivors.isEmpty();
  }

  public ISeq<Phenotype<IntegerGene, Double>> bestFirst() {
    return survivors;
  }

  /** Population with only the best member. */
  public Population leader() {
    var leader = new Population(1);
    leader.survivors = survivors.subSeq(0, Math.min(1, survivors.size()));
    return leader;
  }

  /** Best objective; infinite if the population is empty. */
  public double best() {
    return survivors.isEmpty() ? Double.POSITIVE_INFINITY : survivors.get(0).fitness();
  }

  /**
   * Codec between choices and genotypes. A genotype has a chromosome of one gene for each
   * parameter; the allele is the value's position in the parameter's list.
   */
  record ChoicesCodec(List<Parameter> parameters) {

    public Genotype<IntegerGene> encode(int... choices) {
      return Genotype.of(
          IntStream.range(0, choices.length)
              .mapToObj(p -> IntegerGene.of(choices[p], 0, parameters.get(p).values().size()))
              .map(IntegerChromosome::of)
              .toList());
    }

    public static int[] decode(Genotype<IntegerGene> genotype) {
      return genotype.stream().mapToInt(chromosome -> chromosome.gene().intValue()).toArray();
    }
  }
}
