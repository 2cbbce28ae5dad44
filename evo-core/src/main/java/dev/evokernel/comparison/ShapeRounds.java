package dev.evokernel.comparison;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Shape;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Measures variants of one kernel on many shapes, some at a time: each time in a fresh process, in
 * which each variant is verified on each shape and then timed interleaved with the others.
 *
 * <p>A variant that is rejected on one of several shapes is rejected on all of them; so they are
 * then measured again one at a time, and it is known which it was.
 */
public final class ShapeRounds {

  /**
   * One shape.
   *
   * @param samples by the positions of the variants
   * @param rejections of the others
   */
  public record Result(
      Shape shape, Map<Integer, Samples> samples, Map<Integer, Rejected> rejections) {
    public Result {
      samples = Map.copyOf(samples);
      rejections = Map.copyOf(rejections);
    }
  }

  /** Rounds on one shape: enough to tell which is faster, where the finals say by how much. */
  private static final int ROUNDS = 25;

  private static final int ROUNDS_AT_LEAST = 7;
  private static final Duration SAMPLE = Duration.ofMillis(1);
  private static final Duration SHAPE_AT_MOST = Duration.ofMillis(1500);

  private final InterleavedComparison comparison;
  private final RandomGenerator random;

  /**
   * @param comparison of all variants on all shapes
   */
  public ShapeRounds(InterleavedComparison comparison, RandomGenerator random) {
    this.comparison = comparison;
    this.random = random;
  }

  /**
   * Measures some of the variants on some of the shapes.
   *
   * @param positions of the variants, at least one
   * @return one result for each shape
   * @throws EnvironmentException if the machine is at fault, not a variant
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
                .filter(one -> one.shape().equals(shape.name()))
                .map(Measurement::samples)
                .forEach(taken -> samples.put(position, taken));
      }
    }
    return new Result(shape, samples, rejections);
  }
}
