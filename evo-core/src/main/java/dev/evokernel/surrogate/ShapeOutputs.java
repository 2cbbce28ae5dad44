package dev.evokernel.surrogate;

import java.util.List;

/**
 * Outputs of a {@link Surrogate} for one configuration: an objective for each shape, or a single
 * one.
 *
 * @param correlations prior correlations of the objectives of two shapes, from 0 to 1; a square
 *     matrix with 1 on the diagonal
 * @param overhead cost of a configuration regardless of its shapes, mainly compilation and
 *     verification, in units of a timing on one shape
 * @param related objectives from elsewhere for each shape; empty if nothing is known
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record ShapeOutputs(
    double[][] correlations, double overhead, List<List<RelatedOutput>> related) {

  public static final ShapeOutputs SINGLE = new ShapeOutputs(new double[][] {{1}}, 0, List.of());

  /** Distance of two shapes, in octaves, over which the correlation falls to 1/e. */
  private static final double OCTAVES = 8;

  public ShapeOutputs {
    related = List.copyOf(related);
    if (correlations.length == 0) {
      throw new IllegalArgumentException("A search needs at least one shape.");
    }
    if (!(overhead >= 0)) {
      throw new IllegalArgumentException("overhead must be ≥ 0, was " + overhead + ".");
    }
  }

  /**
   * Outputs of shapes described by numbers, such as dimensions, work and bytes. The correlation of
   * two shapes follows from the mean number of octaves between their numbers.
   *
   * @param shapes positive numbers of each shape, in equal order
   */
  public static ShapeOutputs of(List<List<Double>> shapes, double overhead) {
    double[][] correlations = new double[shapes.size()][shapes.size()];
    for (int s = 0; s < correlations.length; s++) {
      for (int t = 0; t < correlations.length; t++) {
        double octaves = octaves(shapes.get(s), shapes.get(t));
        correlations[s][t] = StrictMath.exp(-octaves / OCTAVES);
      }
    }
    return new ShapeOutputs(correlations, overhead, List.of());
  }

  public ShapeOutputs with(List<List<RelatedOutput>> others) {
    return new ShapeOutputs(correlations, overhead, others);
  }

  private static double octaves(List<Double> one, List<Double> other) {
    double sum = 0;
    int numbers = 0;
    for (int i = 0; i < one.size(); i++) {
      if (one.get(i) > 0 && other.get(i) > 0) {
        sum += Math.abs(StrictMath.log(one.get(i) / other.get(i))) / StrictMath.log(2);
        numbers++;
      }
    }
    return numbers == 0 ? 0 : sum / numbers;
  }

  public int count() {
    return correlations.length;
  }

  /** Objectives of one shape that are known from elsewhere. */
  List<RelatedOutput> related(int shape) {
    return related.isEmpty() ? List.of() : related.get(shape);
  }

  /** All that is known from elsewhere, each once. */
  public List<RelatedOutput> known() {
    return related.stream().flatMap(List::stream).distinct().toList();
  }

  boolean isSingle() {
    return correlations.length == 1;
  }
}
