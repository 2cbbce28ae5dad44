package dev.evokernel.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Learns a {@link DispatchRule}: the tree whose size cross-validation chooses.
 *
 * <p>For each number of leaves, what trees of that size lose on shapes that they were not grown
 * from is estimated by leaving out one shape after the other, or a tenth of them where there are
 * many. The smallest size is taken that is not worse than the best one by more than a standard
 * error: of the difference on the same shapes, since shapes differ in how much can be lost at all.
 * Of equal sizes that is the smaller. Nothing here is random.
 *
 * @param rule with the chosen size
 * @param single the tree of one leaf: the configuration that alone loses least, and its order
 * @param expected what it loses on average on shapes that it was not learnt from, by
 *     cross-validation, as a share: 0.01 is 1 %; {@link Double#NaN} from a single shape
 * @param sizes what trees of 1, 2, 3 … leaves lose so
 */
public record RuleLearning(
    DispatchRule rule, DispatchRule.Leaf single, double expected, List<Double> sizes) {

  /** Leaves at most, so that a rule remains readable. */
  static final int LEAVES = 12;

  /** Up to so many shapes, one is left out at a time. */
  private static final int FEW = 40;

  private static final int FOLDS = 10;

  /** From so many shapes on, no leaf stands for a single one. */
  private static final int MANY = 24;

  public RuleLearning {
    sizes = List.copyOf(sizes);
  }

  /**
   * Learns from what was measured.
   *
   * @param measured at least one shape; all of the same set of configurations
   */
  public static RuleLearning of(ShapeFeatures features, List<ShapeTimes> measured) {
    int least = measured.size() < MANY ? 1 : 2;
    var growth = new TreeGrowth(features, measured);
    List<DispatchRule> trees = growth.trees(LEAVES, least);
    DispatchRule.Leaf single = growth.single();
    if (measured.size() < 2) {
      return new RuleLearning(single, single, Double.NaN, List.of());
    }
    double[][] costs = costs(features, measured, trees.size(), least);
    int best = 0;
    for (int size = 1; size < trees.size(); size++) {
      best = mean(costs[size]) < mean(costs[best]) - 1e-12 ? size : best;
    }
    int chosen = 0;
    while (!isAsGood(costs[chosen], costs[best])) {
      chosen++;
    }
    return new RuleLearning(
        trees.get(chosen),
        single,
        Math.expm1(mean(costs[chosen])),
        IntStream.range(0, trees.size()).mapToObj(s -> Math.expm1(mean(costs[s]))).toList());
  }

  /** By size, and then by shape: what the tree that does not know the shape loses on it. */
  private static double[][] costs(
      ShapeFeatures features, List<ShapeTimes> measured, int sizes, int least) {
    int count = measured.size();
    int folds = count <= FEW ? count : FOLDS;
    double[][] costs = new double[sizes][count];
    for (int fold = 0; fold < folds; fold++) {
      var known = new ArrayList<ShapeTimes>();
      for (int i = 0; i < count; i++) {
        if (i % folds != fold) {
          known.add(measured.get(i));
        }
      }
      List<DispatchRule> trees = new TreeGrowth(features, known).trees(sizes, least);
      for (int i = fold; i < count; i += folds) {
        for (int size = 0; size < sizes; size++) {
          DispatchRule tree = trees.get(Math.min(size, trees.size() - 1));
          costs[size][i] = cost(features, tree, measured.get(i));
        }
      }
    }
    return costs;
  }

  private static double cost(ShapeFeatures features, DispatchRule rule, ShapeTimes times) {
    return times.cost(chosen(features, rule, times));
  }

  /** The position of the configuration that a rule chooses for a shape that was measured. */
  public static int chosen(ShapeFeatures features, DispatchRule rule, ShapeTimes times) {
    return rule.choice(features.frame(times.shape()), times::runs).orElseThrow();
  }

  private static boolean isAsGood(double[] smaller, double[] best) {
    double[] more =
        IntStream.range(0, best.length).mapToDouble(i -> smaller[i] - best[i]).toArray();
    double mean = mean(more);
    double squares =
        IntStream.range(0, more.length).mapToDouble(i -> more[i] - mean).map(d -> d * d).sum();
    double error = Math.sqrt(squares / (more.length - 1) / more.length);
    return mean <= error + 1e-12;
  }

  private static double mean(double... values) {
    return IntStream.range(0, values.length).mapToDouble(i -> values[i]).average().orElse(0);
  }
}
