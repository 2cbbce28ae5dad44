package dev.evokernel.search.screening;

import dev.evokernel.search.population.Individual;
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

  /** The identity of each candidate, at its position. */
  private final List<BigInteger> identities = new ArrayList<>();

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
    var added = new ArrayList<int[]>();
    for (Individual candidate : offspring) {
      int[] choices = candidate.choices();
      if (take(candidate, choices)) {
        added.add(choices);
      }
    }
    surrogate.add(added);
  }

  private boolean take(Individual candidate, int... choices) {
    BigInteger identity = space.identity(choices);
    if (!configurations.add(identity)) {
      return false;
    }
    candidates.add(candidate);
    identities.add(identity);
    return true;
  }

  /** Removes the candidate at a position; the last one takes its place. */
  Individual remove(int position) {
    surrogate.remove(position);
    return forget(position);
  }

  private Individual forget(int position) {
    configurations.remove(moveLast(identities, position));
    return moveLast(candidates, position);
  }

  /** Moves the last one to a position, and returns what was there. */
  private static <T> T moveLast(List<T> all, int position) {
    T removed = all.set(position, all.getLast());
    all.removeLast();
    return removed;
  }

  /** Removes the candidates of the least expected improvement beyond a size. */
  void shorten(int size) {
    if (candidates.size() <= size) {
      return;
    }
    double[] promises =
        IntStream.range(0, candidates.size()).mapToDouble(surrogate::acquisition).toArray();
    int[] least =
        IntStream.range(0, promises.length)
            .boxed()
            .sorted(Comparator.comparingDouble(position -> promises[position]))
            .limit(candidates.size() - size)
            .sorted(Comparator.reverseOrder())
            .mapToInt(position -> position)
            .toArray();
    surrogate.remove(least);
    for (int position : least) {
      forget(position);
    }
  }

  /** The candidates in the pool, in their order. */
  List<Individual> candidates() {
    return List.copyOf(candidates);
  }

  /** Takes in what another pool held before it is drained; the surrogate hears of it after that. */
  void refill(List<Individual> all) {
    all.forEach(one -> take(one, one.choices()));
  }

  /** Takes all candidates out, in their order, and leaves the surrogate's positions to a refit. */
  List<Individual> drain() {
    List<Individual> all = List.copyOf(candidates);
    candidates.clear();
    identities.clear();
    configurations.clear();
    return all;
  }
}
