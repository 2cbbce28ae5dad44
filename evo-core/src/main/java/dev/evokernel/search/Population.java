package dev.evokernel.search;

import io.jenetics.IntegerGene;
import io.jenetics.Optimize;
import io.jenetics.Phenotype;
import io.jenetics.Selector;
import io.jenetics.TruncationSelector;
import io.jenetics.util.ISeq;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** The measured configurations that breed, best first. */
final class Population {

  /** Generations without a better survivor, after which nothing more is expected of them. */
  private static final int PATIENCE = 8;

  private final int capacity;
  private final Selector<IntegerGene, Double> fittest = new TruncationSelector<>();
  private ISeq<Phenotype<IntegerGene, Double>> survivors = ISeq.empty();
  private int idleGenerations;

  Population(int capacity) {
    this.capacity = capacity;
  }

  /** Lets the measured among the newcomers compete with the survivors of earlier generations. */
  void absorb(List<Phenotype<IntegerGene, Double>> newcomers) {
    double before = best();
    var rivals = new ArrayList<>(survivors.asList());
    rivals.addAll(newcomers);
    int count = Math.min(capacity, rivals.size());
    survivors = fittest.select(ISeq.of(rivals), count, Optimize.MINIMUM);
    idleGenerations = best() < before ? 0 : idleGenerations + 1;
  }

  /** Makes room for a fresh start. */
  void dissolve() {
    survivors = ISeq.empty();
    idleGenerations = 0;
  }

  boolean isStagnant() {
    return idleGenerations >= PATIENCE;
  }

  boolean isEmpty() {
    return survivors.isEmpty();
  }

  ISeq<Phenotype<IntegerGene, Double>> bestFirst() {
    return survivors;
  }

  /** The median objective. */
  OptionalDouble median() {
    int size = survivors.size();
    return size == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            (survivors.get((size - 1) / 2).fitness() + survivors.get(size / 2).fitness()) / 2);
  }

  /** The mean share of parameters in which two survivors differ, from 0 to 1. */
  double diversity() {
    List<int[]> choices =
        survivors.stream().map(survivor -> ChoicesCodec.decode(survivor.genotype())).toList();
    return IntStream.range(0, choices.size())
        .boxed()
        .flatMapToDouble(
            i -> choices.subList(0, i).stream().mapToDouble(c -> difference(c, choices.get(i))))
        .average()
        .orElse(0);
  }

  private double best() {
    return survivors.isEmpty() ? Double.POSITIVE_INFINITY : survivors.get(0).fitness();
  }

  private static double difference(int[] one, int[] other) {
    return IntStream.range(0, one.length).map(p -> one[p] == other[p] ? 0 : 1).average().orElse(0);
  }
}
