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

  /** Newcomers without a better one, for each survivor, after which no more is expected. */
  private static final int PATIENCE = 4;

  private final int capacity;
  private final Selector<IntegerGene, Double> fittest = new TruncationSelector<>();
  private ISeq<Phenotype<IntegerGene, Double>> survivors = ISeq.empty();
  private int idle;

  Population(int capacity) {
    this.capacity = capacity;
  }

  /** Lets a newcomer compete with the survivors. */
  void absorb(Phenotype<IntegerGene, Double> newcomer) {
    idle = newcomer.fitness() < best() ? 0 : idle + 1;
    var rivals = survivors.append(ISeq.of(List.of(newcomer)));
    int count = Math.min(capacity, rivals.size());
    survivors = fittest.select(rivals, count, Optimize.MINIMUM);
  }

  /** Makes room for a fresh start. */
  void dissolve() {
    survivors = ISeq.empty();
    idle = 0;
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

  /** The best objective; infinite when there is nobody. */
  double best() {
    return survivors.isEmpty() ? Double.POSITIVE_INFINITY : survivors.get(0).fitness();
  }
}
