package dev.evokernel.shipping.dispatch;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.comparison.InterleavedComparison;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Samples;

/**
 * Measurement of variants of one kernel on many shapes. Each measurement runs in a fresh process,
 * which verifies each variant on each shape and then times the variants interleaved.
 *
 * <p>A variant rejected on one of several shapes is rejected on all of them. The shapes are then
 * measured one at a time to find the failing one.
 */
public record ShapeRounds(InterleavedComparison comparison, RandomGenerator random) {
  /**
   * Result on one shape.
   *
   * @param samples by positions of variants
   * @param rejections by positions of the other variants
   */
  public record Result(
      Shape shape, Map<Integer, Samples> samples, Map<Integer, Rejected> rejections) {
    public Result {
      samples = Map.copyOf(samples);
      rejections = Map.copyOf(rejections);
    }
  }

  /** Rounds on one shape: enough to find the fastest; the finals measure by how much. */
  private static final int ROUNDS = 25;

  private static final int ROUNDS_AT_LEAST = 7;
  private static final Duration SAMPLE = Duration.ofMillis(1);
  private static final Duration SHAPE_AT_MOST = Duration.ofMillis(1500);

  /**
   * Measures some of the variants on some of the shapes.
   *
   * @param positions of the variants, at least one
   * @return one result for each shape
   * @throws EnvironmentException if the machine fails
   */
  public List<Result> measure(List<Shape> shapes, List<Integer> positions)
      throws InterruptedException {
    List<Outcome> outcomes =
        comparison
            .between(positions.toArray(Integer[]::new))
            .on(shapes)
            .hold(
                new FinalsSettings(
                    ROUNDS, ROUNDS_AT_LEAST, SAMPLE, SHAPE_AT_MOST, random.nextLong(), false));
    boolean someRejected = outcomes.stream().anyMatch(Rejected.class::isInstance);
    if (someRejected && shapes.size() > 1) {
      var results = new ArrayList<Result>();
      for (Shape shape : shapes) {
        results.addAll(measure(List.of(shape), positions));
      }
      return List.copyOf(results);
    }
    return shapes.stream().map(shape -> result(shape, positions, outcomes)).toList();
  }

  private static Result result(Shape shape, List<Integer> positions, List<Outcome> outcomes) {
    var samples = new LinkedHashMap<Integer, Samples>();
    var rejections = new LinkedHashMap<Integer, Rejected>();
    for (int i = 0; i < positions.size(); i++) {
      int position = positions.get(i);
      switch (outcomes.get(i)) {
        case Rejected rejected -> rejections.put(position, rejected);
        case Measured measured ->
            measured.measurements().stream()
                .filter(measurement -> measurement.shape().equals(shape.name()))
                .map(Measurement::samples)
                .forEach(taken -> samples.put(position, taken));
      }
    }
    return new Result(shape, samples, rejections);
  }
}
