package dev.evokernel.stats;

import module java.base;

/**
 * Best small sets of configurations for all shapes, with 1, 2, 3 … members. Each shape is
 * dispatched to its fastest member.
 *
 * <p>The search is a k-median problem (Hakimi, 1964). It tries all sets of a size if there are few.
 * Otherwise it extends the smaller set by its best addition and then exchanges members as long as
 * that helps (Teitz and Bart, 1968).
 *
 * @param steps the best sets of 1, 2, 3 … configurations; never empty
 * @param chosen the size of the smallest set that is nearly as good as all configurations together
 */
public record Portfolio(List<Step> steps, int chosen) {

  /** Largest number of sets of one size that are all tried. */
  private static final long MOST_TRIED = 50_000;

  /** Ratio to the default on a shape that no member was timed on. */
  private static final double UNCOVERED = 1e6;

  /**
   * Best set of one size.
   *
   * @param members positions of its configurations, ascending
   * @param ratio of the shapes combined: 0.5 is twice as fast as the default
   */
  public record Step(List<Integer> members, double ratio) {
    public Step {
      members = List.copyOf(members);
    }
  }

  public Portfolio {
    steps = List.copyOf(steps);
    if (chosen < 1 || chosen > steps.size()) {
      throw new IllegalArgumentException(
          "chosen must be from 1 to " + steps.size() + ", was " + chosen + ".");
    }
  }

  /**
   * Finds the best sets.
   *
   * @param ratios of each configuration: its time relative to the default's, on each shape; {@link
   *     Double#NaN} if not timed
   * @throws IllegalArgumentException for no configuration, or a shape without any timing
   */
  public static Portfolio of(
      List<double[]> ratios, ToDoubleFunction<double[]> combine, PortfolioSettings settings) {
    return new Search(ratios, combine).choose(settings);
  }

  public Step choice() {
    return steps.get(chosen - 1);
  }

  /** Position of the fastest member on a shape. */
  public static int dispatched(Step step, List<double[]> ratios, int shape) {
    return step.members().stream()
        .filter(member -> !Double.isNaN(ratios.get(member)[shape]))
        .min(Comparator.comparingDouble(member -> ratios.get(member)[shape]))
        .orElseThrow();
  }

  private record Search(List<double[]> ratios, ToDoubleFunction<double[]> combine) {

    Portfolio choose(PortfolioSettings settings) {
      if (ratios.isEmpty()) {
        throw new IllegalArgumentException("A portfolio needs at least one configuration.");
      }
      int[] all = IntStream.range(0, ratios.size()).toArray();
      double[] best = fastest(all);
      if (Arrays.stream(best).anyMatch(ratio -> ratio >= UNCOVERED)) {
        throw new IllegalArgumentException("A shape has no timed configuration.");
      }
      double goal = combine.applyAsDouble(best);
      int[] useful = Arrays.stream(all).filter(position -> !isDominated(position)).toArray();
      var steps = new ArrayList<Step>();
      int[] before = {};
      int chosen = 0;
      while (steps.size() < Math.min(settings.atMost(), useful.length)) {
        before = best(before, useful);
        Step step = step(before);
        steps.add(step);
        if (chosen == 0 && step.ratio() <= (1 + settings.within()) * goal) {
          chosen = steps.size();
        }
        if (step.ratio() <= goal) {
          break;
        }
      }
      return new Portfolio(steps, chosen == 0 ? steps.size() : chosen);
    }

    private Step step(int... members) {
      return new Step(
          Arrays.stream(members).sorted().boxed().toList(),
          combine.applyAsDouble(fastest(members)));
    }

    private double[] fastest(int... members) {
      double[] fastest = new double[ratios.getFirst().length];
      Arrays.fill(fastest, UNCOVERED);
      for (int member : members) {
        double[] own = ratios.get(member);
        for (int s = 0; s < fastest.length; s++) {
          if (own[s] < fastest[s]) {
            fastest[s] = own[s];
          }
        }
      }
      return fastest;
    }

    /**
     * Whether another configuration is at least as fast on every shape. The first of equal ones
     * stays.
     */
    private boolean isDominated(int one) {
      return IntStream.range(0, ratios.size())
          .anyMatch(other -> other != one && dominates(other, one));
    }

    private boolean dominates(int other, int one) {
      boolean faster = other < one;
      for (int s = 0; s < ratios.get(one).length; s++) {
        double own = ratios.get(one)[s];
        double others = ratios.get(other)[s];
        if (!Double.isNaN(own) && !(others <= own)) {
          return false;
        }
        faster |= others < own || (Double.isNaN(own) && !Double.isNaN(others));
      }
      return faster;
    }

    /** Best set with one more member. */
    private int[] best(int[] before, int... useful) {
      int size = before.length + 1;
      if (sets(useful.length, size) <= MOST_TRIED) {
        int[] best = Arrays.copyOf(useful, size);
        return tryAll(useful, new int[size], 0, 0, best);
      }
      int[] set = Arrays.copyOf(before, size);
      set[size - 1] = useful[0];
      exchange(set, size - 1, useful);
      boolean better = true;
      while (better) {
        better = false;
        for (int place = 0; place < size; place++) {
          better |= exchange(set, place, useful);
        }
      }
      return set;
    }

    /** Puts the best configuration in a place; returns whether the place changed. */
    private boolean exchange(int[] set, int place, int... useful) {
      int best = set[place];
      double least = combine.applyAsDouble(fastest(set));
      int before = best;
      for (int member : useful) {
        set[place] = member;
        double ratio = combine.applyAsDouble(fastest(set));
        if (ratio < least) {
          least = ratio;
          best = member;
        }
      }
      set[place] = best;
      return best != before;
    }

    private int[] tryAll(int[] useful, int[] set, int filled, int from, int[] best) {
      if (filled == set.length) {
        return combine.applyAsDouble(fastest(set)) < combine.applyAsDouble(fastest(best))
            ? set.clone()
            : best;
      }
      int[] found = best;
      for (int i = from; i <= useful.length - (set.length - filled); i++) {
        set[filled] = useful[i];
        found = tryAll(useful, set, filled + 1, i + 1, found);
      }
      return found;
    }

    private static long sets(int of, int size) {
      double sets = 1;
      for (int i = 0; i < size; i++) {
        sets *= (double) (of - i) / (i + 1);
      }
      return (long) Math.min(sets, Long.MAX_VALUE);
    }
  }
}
