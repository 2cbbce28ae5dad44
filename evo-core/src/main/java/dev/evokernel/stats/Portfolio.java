package dev.evokernel.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Which few of many configurations serve all shapes best, with 1, 2, 3 … of them: for each shape
 * the fastest member is dispatched to.
 *
 * <p>Finding them is a k-median problem (Hakimi, 1964). Where there are few sets, all are looked
 * at; otherwise the set of one size is made of the one before and its best addition, and then
 * members are exchanged as long as that helps (Teitz and Bart, 1968).
 *
 * @param steps the best sets, of 1, 2, 3 … configurations; never empty
 * @param chosen the size of the smallest that is nearly as good as all configurations together
 */
public record Portfolio(List<Step> steps, int chosen) {

  /** Sets of one size that are all looked at. */
  private static final long MOST_LOOKED_AT = 50_000;

  /** What a shape that no member was timed on counts as, relative to the default. */
  private static final double UNCOVERED = 1e6;

  /**
   * The best set of one size.
   *
   * @param members positions of its configurations, ascending
   * @param ratio what its shapes combine to: 0.5 is twice as fast as the default
   * @param losses on each shape, against the fastest of all configurations: 0.01 is 1 % slower
   */
  public record Step(List<Integer> members, double ratio, List<Double> losses) {
    public Step {
      members = List.copyOf(members);
      losses = List.copyOf(losses);
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
   * Finds them.
   *
   * @param ratios of each configuration: its time relative to the default's, on each shape; {@link
   *     Double#NaN} where it was not timed
   * @param combine what the ratios of all shapes amount to
   * @param settings how large the set may be, and how much it may lose
   * @throws IllegalArgumentException if there is no configuration, or a shape on which none was
   *     timed
   */
  public static Portfolio of(
      List<double[]> ratios, ToDoubleFunction<double[]> combine, PortfolioSettings settings) {
    return new Search(ratios, combine).choose(OptionalInt.empty(), settings);
  }

  /**
   * The same.
   *
   * @param preferred the position of the configuration that is taken where one is enough and it is
   */
  public static Portfolio preferring(
      OptionalInt preferred,
      List<double[]> ratios,
      ToDoubleFunction<double[]> combine,
      PortfolioSettings settings) {
    return new Search(ratios, combine).choose(preferred, settings);
  }

  /** The chosen set. */
  public Step choice() {
    return steps.get(chosen - 1);
  }

  /** The position of the member that is dispatched to on a shape: the fastest there. */
  public static int dispatched(Step step, List<double[]> ratios, int shape) {
    return step.members().stream()
        .filter(member -> !Double.isNaN(ratios.get(member)[shape]))
        .min((one, other) -> Double.compare(ratios.get(one)[shape], ratios.get(other)[shape]))
        .orElseThrow();
  }

  private record Search(List<double[]> ratios, ToDoubleFunction<double[]> combine) {

    Portfolio choose(OptionalInt preferred, PortfolioSettings settings) {
      if (ratios.isEmpty()) {
        throw new IllegalArgumentException("A portfolio needs at least one configuration.");
      }
      int[] all = IntStream.range(0, ratios.size()).toArray();
      double[] best = fastest(all);
      if (Arrays.stream(best).anyMatch(ratio -> ratio >= UNCOVERED)) {
        throw new IllegalArgumentException("On one of the shapes no configuration was timed.");
      }
      double goal = combine.applyAsDouble(best);
      int[] useful = Arrays.stream(all).filter(one -> !isDominated(one)).toArray();
      var steps = new ArrayList<Step>();
      int[] before = {};
      int chosen = 0;
      while (steps.size() < Math.min(settings.atMost(), useful.length)) {
        before = best(before, useful);
        Step step = step(before, best);
        if (steps.isEmpty() && preferred.isPresent()) {
          Step other = step(new int[] {preferred.getAsInt()}, best);
          step = other.ratio() <= (1 + settings.within()) * goal ? other : step;
        }
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

    private Step step(int[] members, double... best) {
      double[] ratios = fastest(members);
      return new Step(
          Arrays.stream(members).sorted().boxed().toList(),
          combine.applyAsDouble(ratios),
          IntStream.range(0, best.length).mapToObj(s -> ratios[s] / best[s] - 1).toList());
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

    /** Whether another is at least as fast on every shape; of equals the first stays. */
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

    /** The best set with one member more. */
    private int[] best(int[] before, int... useful) {
      int size = before.length + 1;
      if (sets(useful.length, size) <= MOST_LOOKED_AT) {
        int[] best = Arrays.copyOf(useful, size);
        return lookAtAll(useful, new int[size], 0, 0, best);
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

    /** Puts the best configuration in a place; whether that is another than before. */
    private boolean exchange(int[] set, int place, int... useful) {
      int best = set[place];
      double least = combine.applyAsDouble(fastest(set));
      int before = best;
      for (int one : useful) {
        set[place] = one;
        double ratio = combine.applyAsDouble(fastest(set));
        if (ratio < least) {
          least = ratio;
          best = one;
        }
      }
      set[place] = best;
      return best != before;
    }

    private int[] lookAtAll(int[] useful, int[] set, int filled, int from, int[] best) {
      if (filled == set.length) {
        return combine.applyAsDouble(fastest(set)) < combine.applyAsDouble(fastest(best))
            ? set.clone()
            : best;
      }
      int[] found = best;
      for (int i = from; i <= useful.length - (set.length - filled); i++) {
        set[filled] = useful[i];
        found = lookAtAll(useful, set, filled + 1, i + 1, found);
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
