package dev.evokernel.search.population;

import io.jenetics.IntegerGene;
import io.jenetics.Optimize;
import io.jenetics.Phenotype;
import io.jenetics.Selector;
import io.jenetics.TruncationSelector;
import io.jenetics.util.ISeq;
import java.util.List;

/** The measured configurations that breed, best first. */
public final class Population {

  /** Evaluations without an improvement, for each survivor, after which a restart is due. */
  private static final int PATIENCE = 4;

  private final int capacity;
  private final Selector<IntegerGene, Double> fittest = new TruncationSelector<>();
  private ISeq<Phenotype<IntegerGene, Double>> survivors = ISeq.empty();
  private int idle;

  public Population(int capacity) {
    this.capacity = capacity;
  }

  /** Lets an evaluated individual compete with the survivors. */
  public void absorb(Phenotype<IntegerGene, Double> evaluated) {
    idle = evaluated.fitness() < best() ? 0 : idle + 1;
    var all = survivors.append(ISeq.of(List.of(evaluated)));
    int count = Math.min(capacity, all.size());
    survivors = fittest.select(all, count, Optimize.MINIMUM);
  }

  /** Makes room for a fresh start. */
  public void dissolve() {
    survivors = ISeq.empty();
    idle = 0;
  }

  public int idle() {
    return idle;
  }

  public List<SearchState.Survivor> survivors() {
    return survivors.stream()
        .map(one -> new SearchState.Survivor(ChoicesCodec.decode(one.genotype()), one.fitness()))
        .toList();
  }

  /** Makes it another's of the same capacity. */
  public void restore(List<SearchState.Survivor> others, int othersIdle, ChoicesCodec codec) {
    survivors =
        others.stream()
            .map(one -> Phenotype.of(codec.encode(one.choices()), 0, one.objective()))
            .collect(ISeq.toISeq());
    idle = othersIdle;
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

  /** The best alone. */
  public Population leader() {
    var leader = new Population(1);
    leader.survivors = survivors.subSeq(0, Math.min(1, survivors.size()));
    return leader;
  }

  /** The best objective; infinite when the population is empty. */
  public double best() {
    return survivors.isEmpty() ? Double.POSITIVE_INFINITY : survivors.get(0).fitness();
  }
}
