package dev.evokernel.surrogate;

import java.util.List;

/**
 * The objectives that a {@link Surrogate} expects of one configuration: one for each shape, or a
 * single one.
 *
 * @param likeness how alike the objectives of two shapes are taken to be before anything was
 *     measured, from 0 to 1; a square, 1 on its diagonal
 * @param overhead what a configuration costs whatever it is timed on, compilation and verification
 *     first of all, in units of timing it on one shape
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record ShapeOutputs(double[][] likeness, double overhead) {

  /** One objective. */
  public static final ShapeOutputs SINGLE = new ShapeOutputs(new double[][] {{1}}, 0);

  /** The octaves between two shapes over which likeness falls to 1/e. */
  private static final double OCTAVES = 8;

  public ShapeOutputs {
    if (likeness.length == 0) {
      throw new IllegalArgumentException("A search needs at least one shape.");
    }
    if (!(overhead >= 0)) {
      throw new IllegalArgumentException("overhead must be ≥ 0, was " + overhead + ".");
    }
  }

  /**
   * Of shapes that are told by numbers, such as their dimensions, work and bytes; those of one
   * shape are alike to another's by how many octaves lie between them on average.
   *
   * @param shapes the same positive numbers of each shape, in the same order
   */
  public static ShapeOutputs of(List<List<Double>> shapes, double overhead) {
    double[][] likeness = new double[shapes.size()][shapes.size()];
    for (int s = 0; s < likeness.length; s++) {
      for (int t = 0; t < likeness.length; t++) {
        double octaves = octaves(shapes.get(s), shapes.get(t));
        likeness[s][t] = StrictMath.exp(-octaves / OCTAVES);
      }
    }
    return new ShapeOutputs(likeness, overhead);
  }

  /** Of shapes of which nothing is known but that they are of one kernel. */
  public static ShapeOutputs unknown(int shapes, double likeness, double overhead) {
    double[][] all = new double[shapes][shapes];
    for (int s = 0; s < shapes; s++) {
      java.util.Arrays.fill(all[s], likeness);
      all[s][s] = 1;
    }
    return new ShapeOutputs(all, overhead);
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
    return likeness.length;
  }

  boolean isSingle() {
    return likeness.length == 1;
  }
}
