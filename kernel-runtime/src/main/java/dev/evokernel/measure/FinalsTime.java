package dev.evokernel.measure;

import java.time.Duration;
import java.util.Map;

/**
 * How long finals may take by the clock, with everything that is verified around the rounds.
 *
 * @param within after this, a shape's rounds end as soon as there are {@link
 *     FinalsSettings#LEAST_ROUNDS}
 * @param weights what a round takes by shape, in any unit: a shape with twice the weight has twice
 *     the time; one without a weight counts 1
 */
public record FinalsTime(Duration within, Map<String, Double> weights) {

  /** No limit: 292 years. */
  public static final FinalsTime UNLIMITED =
      new FinalsTime(Duration.ofNanos(Long.MAX_VALUE), Map.of());

  public FinalsTime {
    weights = Map.copyOf(weights);
    if (within.isNegative()) {
      throw new IllegalArgumentException("Finals need within ≥ 0, was " + within + ".");
    }
    weights.forEach(
        (shape, weight) -> {
          if (!(weight > 0 && Double.isFinite(weight))) {
            throw new IllegalArgumentException(
                "The weight of shape '" + shape + "' must be above 0, was " + weight + ".");
          }
        });
  }

  public boolean isLimited() {
    return !within.equals(UNLIMITED.within);
  }

  /** The same weights with another time. */
  public FinalsTime within(Duration other) {
    return new FinalsTime(other, weights);
  }

  public double weight(String shape) {
    return weights.getOrDefault(shape, 1.0);
  }
}
