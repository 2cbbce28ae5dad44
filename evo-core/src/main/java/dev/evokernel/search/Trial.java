package dev.evokernel.search;

import dev.evokernel.kernel.Configuration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Result of evaluating one configuration.
 *
 * @param objective smaller is better; empty for a rejected configuration, and for one that was not
 *     timed on every shape
 * @param shapes objective on each shape, empty where not timed; an empty list in a search for one
 *     champion, and for a rejected configuration
 */
public record Trial(
    Configuration configuration, OptionalDouble objective, List<OptionalDouble> shapes) {

  public Trial {
    shapes = List.copyOf(shapes);
    for (OptionalDouble shape : shapes) {
      if (!(shape.orElse(1) > 0 && Double.isFinite(shape.orElse(1)))) {
        throw new IllegalArgumentException(
            "The objective of %s on a shape must be > 0, was %s."
                .formatted(configuration, shape.orElse(1)));
      }
    }
    if (!Double.isFinite(objective.orElse(0))) {
      throw new IllegalArgumentException(
          "The objective of "
              + configuration
              + " must be finite, was "
              + objective.getAsDouble()
              + ".");
    }
  }

  /** Creates a trial of a search for one champion. */
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

  /** Objectives for a search on a number of shapes, {@link Double#NaN} where missing. */
  public double[] objectives(int outputs) {
    double[] objectives = new double[outputs];
    for (int s = 0; s < outputs; s++) {
      OptionalDouble found =
          outputs == 1 ? objective : shapes.isEmpty() ? OptionalDouble.empty() : shapes.get(s);
      objectives[s] = found.orElse(Double.NaN);
    }
    return objectives;
  }

  /** Compares objectives; a rejected trial counts as infinite. */
  public boolean isBetterThan(Trial other) {
    return objective.orElse(Double.POSITIVE_INFINITY)
        < other.objective.orElse(Double.POSITIVE_INFINITY);
  }
}
