package dev.evokernel.search;

import dev.evokernel.kernel.Configuration;
import java.util.OptionalDouble;

/**
 * What the evaluation of one configuration taught the search.
 *
 * @param objective smaller is better; empty when the configuration was rejected
 */
public record Trial(Configuration configuration, OptionalDouble objective) {

  public Trial {
    if (!Double.isFinite(objective.orElse(0))) {
      throw new IllegalArgumentException(
          "The objective of "
              + configuration
              + " is "
              + objective.getAsDouble()
              + ". Maybe it should count as rejected.");
    }
  }

  public static Trial measured(Configuration configuration, double objective) {
    return new Trial(configuration, OptionalDouble.of(objective));
  }

  public static Trial rejected(Configuration configuration) {
    return new Trial(configuration, OptionalDouble.empty());
  }

  public boolean isRejected() {
    return objective.isEmpty();
  }

  /** Whether it has the smaller objective; a rejected trial is better than none. */
  boolean isBetterThan(Trial other) {
    return objective.orElse(Double.POSITIVE_INFINITY)
        < other.objective.orElse(Double.POSITIVE_INFINITY);
  }
}
