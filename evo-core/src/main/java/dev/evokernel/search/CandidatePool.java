package dev.evokernel.search;

import module java.base;

import dev.evokernel.space.SearchSpace;
import dev.evokernel.surrogate.Surrogate;

/**
 * Pool of distinct offspring that wait for an evaluation. The surrogate stores its prediction for
 * each candidate at the same position, so both change together.
 */
final class CandidatePool {

  private final SearchSpace space;
  private final Surrogate surrogate;
  private final List<Individual> candidates = new ArrayList<>();

  private final List<BigInteger> identities = new ArrayList<>();

  private final Set<BigInteger> configurations = new HashSet<>();

  CandidatePool(SearchSpace space, Surrogate surrogate) {
    this.space = space;
    this.surrogate = surrogate;
  }

  int size() {
    return candidates.size();
  }

  /** Adds offspring that the pool does not contain yet. */
  void add(List<Individual> offspring) {
    var added = new ArrayList<int[]>();
    for (Individual candidate : offspring) {
      if (take(candidate)) {
        added.add(candidate.choices());
      }
    }
    surrogate.add(added);
  }

  private boolean take(Individual candidate) {
    BigInteger identity = space.identity(candidate.choices());
    if (!configurations.add(identity)) {
      return false;
    }
    candidates.add(candidate);
    identities.add(identity);
    return true;
  }

  /** Removes the candidate at a position; the last candidate moves there. */
  Individual remove(int position) {
    surrogate.remove(position);
    return forget(position);
  }

  private Individual forget(int position) {
    configurations.remove(moveLast(identities, position));
    return moveLast(candidates, position);
  }

  private static <T> T moveLast(List<T> all, int position) {
    T removed = all.set(position, all.getLast());
    all.removeLast();
    return removed;
  }

  /** Shrinks the pool to a size, removing the candidates of the least expected improvement. */
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

  List<Individual> candidates() {
    return List.copyOf(candidates);
  }

  /** Adds the candidates of a stored pool without the surrogate, for a drain. */
  void refill(List<Individual> all) {
    all.forEach(this::take);
  }

  /** Removes and returns all candidates; the surrogate's positions are reset by a refit. */
  List<Individual> drain() {
    List<Individual> all = List.copyOf(candidates);
    candidates.clear();
    identities.clear();
    configurations.clear();
    return all;
  }
}
