package dev.evokernel.search;

import module java.base;

import dev.evokernel.search.SearchComponents.SearchComponent;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.surrogate.RelatedOutput;
import dev.evokernel.surrogate.Surrogate;

/**
 * Preselection of offspring by a surrogate model. The candidate with the highest expected
 * improvement in a pool is proposed, and only that candidate is compiled and timed.
 *
 * <p>With each proposal a few offspring join the pool, and the candidates of the least expected
 * improvement leave. At a refit of the surrogate, half of the pool is replaced by neighbours of the
 * best, offspring and random configurations.
 */
final class SurrogatePreselection implements Preselection {

  private static final int LENGTH = 1000;
  private static final double OVERLENGTH = 1.2;

  /** Share of the pool that stays at a refit. */
  private static final double KEPT = 0.5;

  /** Best of the related outputs that join at a refit. */
  private static final int RELATED = 256;

  private static final double THIRD = 1.0 / 3;

  /** Offspring that join with each proposal. */
  private static final int INFLOW = 4;

  /** Most neighbours added for a new best. */
  private static final int SURROUNDINGS = 256;

  private final ProposedSet proposed;
  private final VariationOperators operators;
  private final Surrogate surrogate;
  private final CandidatePool pool;
  private final List<RelatedOutput> related;
  private double[] best = {};
  private double expectedGain = 1;

  public SurrogatePreselection(
      SearchSpace space,
      ProposedSet proposed,
      VariationOperators operators,
      Surrogate surrogate,
      List<RelatedOutput> related) {
    this.proposed = proposed;
    this.operators = operators;
    this.surrogate = surrogate;
    this.pool = new CandidatePool(space, surrogate);
    this.related = related;
  }

  @Override
  public double expectedGain() {
    return expectedGain;
  }

  @Override
  public Optional<Individual> next(List<Population> populations, long generation) {
    if (surrogate.isDue()) {
      renew(populations, generation);
    } else {
      surround(populations, generation);
      pool.add(operators.bring(INFLOW, populations, generation));
      if (pool.size() > OVERLENGTH * LENGTH) {
        pool.shorten(LENGTH);
      }
    }
    if (pool.size() == 0) {
      return Optional.empty();
    }
    int most = surrogate.best();
    expectedGain = surrogate.expectedGain(most);
    List<Integer> shapes =
        populations.size() > 1 ? worthTiming(most, populations.size()) : List.of();
    Individual chosen = pool.remove(most).timedOn(shapes);
    return proposed.claim(chosen.choices()) ? Optional.of(chosen) : Optional.empty();
  }

  /** Shapes worth timing for a candidate; empty for all. */
  private List<Integer> worthTiming(int seat, int all) {
    List<Integer> some = surrogate.worthTiming(seat);
    return some.size() == all ? List.of() : some;
  }

  /** Drops the worse half of the pool first. */
  @Override
  public Optional<Kept> atRenewal() {
    if (!surrogate.isDue()) {
      return Optional.empty();
    }
    pool.shorten((int) (KEPT * LENGTH));
    return Optional.of(new Kept(pool.candidates(), surrogate.hyperparameters()));
  }

  @Override
  public void recall(int[] choices, double... objectives) {
    surrogate.recall(choices, objectives);
  }

  @Override
  public void restore(Kept kept) {
    pool.refill(kept.pool());
    surrogate.restore(kept.hyperparameters());
  }

  @Override
  public void begin(Individual candidate) {
    surrogate.begin(candidate.choices(), candidate.shapes());
  }

  @Override
  public void learn(int flight, double... objectives) {
    surrogate.learn(flight, objectives);
  }

  private void renew(List<Population> populations, long generation) {
    pool.shorten((int) (KEPT * LENGTH));
    List<Individual> kept = pool.drain();
    surrogate.refit();
    best = new double[0];
    var fresh = new ArrayList<>(kept);
    int third = (int) (THIRD * LENGTH);
    if (operators.comeFrom(SearchComponent.REFINEMENT)) {
      int each = Math.ceilDiv(third, populations.size());
      for (Population population : populations) {
        fresh.addAll(operators.from(SearchComponent.REFINEMENT, each, population, generation));
      }
    }
    fresh.addAll(operators.bring(third, populations, generation));
    pool.add(fresh);
    for (RelatedOutput output : related) {
      pool.add(
          output.bestFirst().stream()
              .filter(proposed::isFree)
              .limit(RELATED / related.size())
              .map(choices -> Individual.unbred(choices, output.name()))
              .toList());
    }
    pool.add(
        operators.from(
            SearchComponent.IMMIGRATION,
            Math.max(0, LENGTH - pool.size()),
            populations.getFirst(),
            generation));
  }

  /** Adds the neighbours of a new best. */
  private void surround(List<Population> populations, long generation) {
    if (!operators.comeFrom(SearchComponent.REFINEMENT)) {
      return;
    }
    if (best.length == 0) {
      best = new double[populations.size()];
      Arrays.fill(best, Double.POSITIVE_INFINITY);
    }
    for (int i = 0; i < best.length; i++) {
      Population population = populations.get(i);
      if (population.best() < best[i]) {
        best[i] = population.best();
        pool.add(
            operators.from(
                SearchComponent.REFINEMENT,
                Math.ceilDiv(SURROUNDINGS, best.length),
                population.leader(),
                generation));
      }
    }
  }

  /**
   * Pool of distinct offspring that wait for an evaluation. The surrogate stores its prediction for
   * each candidate at the same position, so both change together.
   */
  private static final class CandidatePool {

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
}
