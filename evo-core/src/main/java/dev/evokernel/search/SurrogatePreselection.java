package dev.evokernel.search;

import dev.evokernel.space.SearchSpace;
import dev.evokernel.surrogate.Surrogate;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Many unborn candidates and a model of what they promise: the one that promises most is born.
 *
 * <p>An offspring that a genetic algorithm would have had compiled, checked and timed waits here
 * until the model thinks it worth that, or is displaced by others that promise more. Newcomers join
 * with every proposal; when the model is fitted anew, half the list makes way for the surroundings
 * of the best, for offspring and for random ones.
 */
final class SurrogatePreselection implements Preselection {

  private static final int LENGTH = 1000;
  private static final double OVERLENGTH = 1.2;

  /** Of the list after a fit: what stays, and what each kind of newcomers gets of it. */
  private static final double KEPT = 0.5;

  private static final double THIRD = 1.0 / 3;

  /** Newcomers with each proposal. */
  private static final int INFLOW = 4;

  /** What lies next to a new best, with all its neighbours' values, is at most so much. */
  private static final int SURROUNDINGS = 256;

  private final SearchSpace space;
  private final ProposedSet claims;
  private final VariationOperators newcomers;
  private final Surrogate surrogate;
  private final List<Individual> unborn = new ArrayList<>();
  private final Set<BigInteger> listed = new HashSet<>();
  private double best = Double.POSITIVE_INFINITY;

  SurrogatePreselection(
      SearchSpace space, ProposedSet claims, VariationOperators newcomers, Surrogate surrogate) {
    this.space = space;
    this.claims = claims;
    this.newcomers = newcomers;
    this.surrogate = surrogate;
  }

  @Override
  public Optional<Individual> next(Population population, long generation) {
    if (surrogate.isDue()) {
      renew(population, generation);
    } else {
      surround(population, generation);
      list(newcomers.bring(INFLOW, population, generation));
      if (unborn.size() > OVERLENGTH * LENGTH) {
        shorten(LENGTH);
      }
    }
    if (unborn.isEmpty()) {
      return Optional.empty();
    }
    Individual chosen = strike(surrogate.mostPromising());
    return claims.claim(chosen.choices()) ? Optional.of(chosen) : Optional.empty();
  }

  @Override
  public void begin(Individual candidate) {
    surrogate.begin(candidate.choices());
  }

  @Override
  public void learn(OptionalDouble objective) {
    surrogate.learn(objective);
  }

  private void renew(Population population, long generation) {
    shorten((int) (KEPT * LENGTH));
    List<Individual> kept = List.copyOf(unborn);
    unborn.clear();
    listed.clear();
    surrogate.refit();
    best = Double.POSITIVE_INFINITY;
    var fresh = new ArrayList<>(kept);
    int third = (int) (THIRD * LENGTH);
    if (newcomers.comeFrom(VariationKind.REFINEMENT)) {
      fresh.addAll(newcomers.from(VariationKind.REFINEMENT, third, population, generation));
    }
    fresh.addAll(newcomers.bring(third, population, generation));
    list(fresh);
    list(newcomers.from(VariationKind.IMMIGRATION, LENGTH - unborn.size(), population, generation));
  }

  /** Lists what lies next to a best that is new. */
  private void surround(Population population, long generation) {
    if (population.best() < best && newcomers.comeFrom(VariationKind.REFINEMENT)) {
      best = population.best();
      list(newcomers.from(VariationKind.REFINEMENT, SURROUNDINGS, population.leader(), generation));
    }
  }

  /** Adds those that are not there yet. */
  private void list(List<Individual> candidates) {
    List<Individual> unlisted =
        candidates.stream()
            .filter(candidate -> listed.add(space.identity(candidate.choices())))
            .toList();
    unborn.addAll(unlisted);
    surrogate.seat(unlisted.stream().map(Individual::choices).toList());
  }

  /** Strikes those off that promise least. */
  private void shorten(int length) {
    if (unborn.size() <= length) {
      return;
    }
    double[] promises = IntStream.range(0, unborn.size()).mapToDouble(surrogate::promise).toArray();
    List<Integer> least =
        IntStream.range(0, promises.length)
            .boxed()
            .sorted(Comparator.comparingDouble(seat -> promises[seat]))
            .limit(unborn.size() - length)
            .sorted(Comparator.reverseOrder())
            .toList();
    least.forEach(this::strike);
  }

  private Individual strike(int seat) {
    surrogate.dismiss(seat);
    Individual struck = unborn.get(seat);
    unborn.set(seat, unborn.getLast());
    unborn.removeLast();
    listed.remove(space.identity(struck.choices()));
    return struck;
  }
}
