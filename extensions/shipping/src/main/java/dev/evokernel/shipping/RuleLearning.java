package dev.evokernel.shipping;

import module java.base;

/**
 * Result of learning a {@link DispatchRule}, with the tree size chosen by cross-validation.
 *
 * <p>For each number of leaves, cross-validation estimates the loss on unseen shapes: leave-one-out
 * up to {@value #FEW} shapes, otherwise {@value #FOLDS} folds. The smallest size wins whose loss is
 * within one standard error of the best size's loss. The standard error is that of the paired
 * difference per shape, because the possible loss varies between shapes. The result is
 * deterministic.
 *
 * @param single the tree of one leaf: the configurations ordered by loss
 * @param expected cross-validated mean loss of the rule on unseen shapes; 0.01 is 1 %; {@link
 *     Double#NaN} with a single shape
 */
record RuleLearning(DispatchRule rule, DispatchRule.Leaf single, double expected) {

  /** Maximum number of leaves, for readable rules. */
  static final int LEAVES = 12;

  /** Maximum number of shapes for leave-one-out. */
  private static final int FEW = 40;

  private static final int FOLDS = 10;

  /** Minimum number of shapes at which every leaf needs two shapes. */
  private static final int MANY = 24;

  /**
   * Learns a rule from measured times.
   *
   * @param measured at least one shape; all with times of one set of configurations
   */
  static RuleLearning of(ShapeFeatures features, List<ShapeTimes> measured) {
    int least = measured.size() < MANY ? 1 : 2;
    var growth = new TreeGrowth(features, measured);
    List<DispatchRule> trees = growth.trees(LEAVES, least);
    DispatchRule.Leaf single = growth.single();
    if (measured.size() < 2) {
      return new RuleLearning(single, single, Double.NaN);
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
    return new RuleLearning(trees.get(chosen), single, Math.expm1(mean(costs[chosen])));
  }

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
          ShapeTimes times = measured.get(i);
          costs[size][i] = times.cost(chosen(features, tree, times));
        }
      }
    }
    return costs;
  }

  /** Position of the configuration that a rule chooses for a measured shape. */
  public static int chosen(ShapeFeatures features, DispatchRule rule, ShapeTimes times) {
    return rule.choice(features.frame(times.shape()), times::runs).orElseThrow();
  }

  private static boolean isAsGood(double[] smaller, double[] best) {
    double[] more =
        IntStream.range(0, best.length).mapToDouble(i -> smaller[i] - best[i]).toArray();
    double mean = mean(more);
    double squares = Arrays.stream(more).map(loss -> loss - mean).map(d -> d * d).sum();
    double error = Math.sqrt(squares / (more.length - 1) / more.length);
    return mean <= error + 1e-12;
  }

  private static double mean(double... values) {
    return Arrays.stream(values).average().orElse(0);
  }
}
