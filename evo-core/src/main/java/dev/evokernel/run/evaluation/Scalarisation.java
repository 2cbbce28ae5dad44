package dev.evokernel.run.evaluation;

import dev.evokernel.stats.objective.Front;
import io.jenetics.ext.moea.Vec;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * A combination of two numbers in one: the augmented weighted Chebyshev distance from the smallest
 * value of either (Steuer and Choo, 1983), in units of the front's extent. Every point of a front
 * is the minimum for some weight, even on a concave front. For a weighted sum this holds on convex
 * fronts only.
 *
 * @param weight of the first number, from 0 to 1; the second has the rest
 * @param ideal the least of either number on the front
 * @param extent the width of the front in either number
 */
record Scalarisation(double weight, List<Double> ideal, List<Double> extent) {

  /**
   * Share of the plain sum: of two points with an equal distance, the point that is better in one
   * number is preferred.
   */
  private static final double AUGMENTATION = 0.05;

  Scalarisation {
    ideal = List.copyOf(ideal);
    extent = List.copyOf(extent);
  }

  /**
   * @param seen the values measured so far; with fewer than two on the front the extent is taken as
   *     1
   */
  static Scalarisation of(double weight, List<Vec<double[]>> seen) {
    var all = new LinkedHashMap<Integer, Vec<double[]>>();
    seen.forEach(values -> all.put(all.size(), values));
    var front = Front.of(all).members();
    if (front.size() < 2) {
      return new Scalarisation(weight, List.of(0.0, 0.0), List.of(1.0, 1.0));
    }
    double[] first = front.getFirst().values().data();
    double[] last = front.getLast().values().data();
    return new Scalarisation(
        weight, List.of(first[0], last[1]), List.of(last[0] - first[0], first[1] - last[1]));
  }

  double of(Vec<double[]> values) {
    double first = (values.data()[0] - ideal.get(0)) / extent.get(0);
    double second = (values.data()[1] - ideal.get(1)) / extent.get(1);
    return Math.max(weight * first, (1 - weight) * second) + AUGMENTATION * (first + second);
  }
}
