package dev.evokernel.search.population;

import dev.evokernel.kernel.space.Configuration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What the evaluation of one configuration taught the search.
 *
 * @param objective smaller is better; empty when the configuration was rejected, or has none since
 *     it was not timed on every shape
 * @param shapes the objective on each shape alone, empty where it was not timed; none where the
 *     search is for one champion, or the configuration was rejected
 */
public record Trial(
    Configuration configuration, OptionalDouble objective, List<OptionalDouble> shapes) {

  public Trial {
    shapes = List.copyOf(shapes);
    for (OptionalDouble shape : shapes) {
      if (!(shape.orElse(1) > 0 && Double.isFinite(shape.orElse(1)))) {
        throw new IllegalArgumentException(
            "An objective of %s on a shape is %s, and must be > 0."
                .formatted(configuration, shape.orElse(1)));
      }
    }
    if (!Double.isFinite(objective.orElse(0))) {
      throw new IllegalArgumentException(
          "The objective of "
              + configuration
              + " is "
              + objective.getAsDouble()
              + ". Maybe it should count as rejected.");
    }
  }

  /** A trial of a search for one champion. */
  public Trial(Configuration configuration, OptionalDouble objective) {
    this(configuration, objective, List.of());
  }

  public static Trial measured(Configuration configuration, double objective) {
    return new Trial(configuration, OptionalDouble.of(objective));
  }

  public static Trial rejected(Configuration configuration) {
    return new Trial(configuration, OptionalDouble.empty());
  }

  public boolean isRejected() {
    return objective.isEmpty() && shapes.stream().allMatch(OptionalDouble::isEmpty);
  }

  /**
   * The objectives that a search for so many shapes learns, {@link Double#NaN} where there is none.
   */
  public double[] objectives(int outputs) {
    double[] objectives = new double[outputs];
    for (int s = 0; s < outputs; s++) {
      OptionalDouble one =
          outputs == 1 ? objective : shapes.isEmpty() ? OptionalDouble.empty() : shapes.get(s);
      objectives[s] = one.orElse(Double.NaN);
    }
    return objectives;
  }

  /** Whether it has the smaller objective; a rejected trial is better than none. */
  public boolean isBetterThan(Trial other) {
    return objective.orElse(Double.POSITIVE_INFINITY)
        < other.objective.orElse(Double.POSITIVE_INFINITY);
  }
}
