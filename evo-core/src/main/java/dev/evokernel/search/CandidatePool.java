package dev.evokernel.search;

import dev.evokernel.space.SearchSpace;
import dev.evokernel.surrogate.Surrogate;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Offspring that wait for an evaluation, each configuration once. The surrogate keeps its
 * expectation of each under the same position, so that both change together.
 */
final class CandidatePool {

  private final SearchSpace space;
  private final Surrogate surrogate;
  private final List<Individual> candidates = new ArrayList<>();
  private final Set<BigInteger> configurations = new HashSet<>();

  CandidatePool(SearchSpace space, Surrogate surrogate) {
    this.space = space;
    this.surrogate = surrogate;
  }

  int size() {
    return candidates.size();
  }

  /** Adds those that are not in it yet. */
  void add(List<Individual> offspring) {
    List<Individual> added =
        offspring.stream()
            .filter(candidate -> configurations.add(space.identity(candidate.choices())))
            .toList();
    candidates.addAll(added);
    surrogate.seat(added.stream().map(Individual::choices).toList());
  }

  /** Removes the candidate at a position; the last one takes its place. */
  Individual remove(int position) {
    surrogate.dismiss(position);
    Individual removed = candidates.get(position);
    candidates.set(position, candidates.getLast());
    candidates.removeLast();
    configurations.remove(space.identity(removed.choices()));
    return removed;
  }

  /** Removes the candidates of the least expected improvement beyond a size. */
  void shorten(int size) {
    if (candidates.size() <= size) {
      return;
    }
    double[] promises =
        IntStream.range(0, candidates.size()).mapToDouble(surrogate::promise).toArray();
    List<Integer> least =
        IntStream.range(0, promises.length)
            .boxed()
            .sorted(Comparator.comparingDouble(position -> promises[position]))
            .limit(candidates.size() - size)
            .sorted(Comparator.reverseOrder())
            .toList();
    least.forEach(this::remove);
  }

  /** Those that are in it, in their order. */
  List<Individual> candidates() {
    return List.copyOf(candidates);
  }

  /** Takes in what another pool held before it is drained; the surrogate hears of it after that. */
  void refill(List<Individual> all) {
    candidates.addAll(all);
    all.forEach(one -> configurations.add(space.identity(one.choices())));
  }

  /** Takes all candidates out, in their order, and leaves the surrogate's positions to a refit. */
  List<Individual> drain() {
    List<Individual> all = List.copyOf(candidates);
    candidates.clear();
    configurations.clear();
    return all;
  }
}
