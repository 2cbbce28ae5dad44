package dev.evokernel.search;

import io.jenetics.IntegerGene;
import io.jenetics.Optimize;
import io.jenetics.Phenotype;
import io.jenetics.Selector;
import io.jenetics.TruncationSelector;
import io.jenetics.util.ISeq;
import java.util.List;

/** The measured configurations that breed, best first. */
final class Population {

  /** Evaluations without an improvement, for each survivor, after which a restart is due. */
  private static final int PATIENCE = 4;

  private final int capacity;
  private final Selector<IntegerGene, Double> fittest = new TruncationSelector<>();
  private ISeq<Phenotype<IntegerGene, Double>> survivors = ISeq.empty();
  private int idle;

  Population(int capacity) {
    this.capacity = capacity;
  }

  /** Lets an evaluated individual compete with the survivors. */
  void absorb(Phenotype<IntegerGene, Double> evaluated) {
    idle = evaluated.fitness() < best() ? 0 : idle + 1;
    var all = survivors.append(ISeq.of(List.of(evaluated)));
    int count = Math.min(capacity, all.size());
    survivors = fittest.select(all, count, Optimize.MINIMUM);
  }

  /** Makes room for a fresh start. */
  void dissolve() {
    survivors = ISeq.empty();
    idle = 0;
  }

  int idle() {
    return idle;
  }

  List<SearchState.Survivor> survivors() {
    return survivors.stream()
        .map(one -> new SearchState.Survivor(ChoicesCodec.decode(one.genotype()), one.fitness()))
        .toList();
  }

  /** Makes it another's of the same capacity. */
  void restore(List<SearchState.Survivor> others, int othersIdle, ChoicesCodec codec) {
    survivors =
        others.stream()
            .map(one -> Phenotype.of(codec.encode(one.choices()), 0, one.objective()))
            .collect(ISeq.toISeq());
    idle = othersIdle;
  }

  boolean isStagnant() {
    return idle >= PATIENCE * capacity;
  }

  boolean isEmpty() {
    return survivors.isEmpty();
  }

  ISeq<Phenotype<IntegerGene, Double>> bestFirst() {
    return survivors;
  }

  /** The best alone. */
  Population leader() {
    var leader = new Population(1);
    leader.survivors = survivors.subSeq(0, Math.min(1, survivors.size()));
    return leader;
  }

  /** The best objective; infinite when the population is empty. */
  double best() {
    return survivors.isEmpty() ? Double.POSITIVE_INFINITY : survivors.get(0).fitness();
  }
}
