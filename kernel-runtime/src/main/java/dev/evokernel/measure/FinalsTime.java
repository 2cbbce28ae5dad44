package dev.evokernel.measure;

import java.time.Duration;
import java.util.Map;

/**
 * Wall-clock time of the finals, including verification, after which a shape's rounds end once
 * there are {@link FinalsSettings#LEAST_ROUNDS}. The weights are the relative times of shapes, by
 * default 1.
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
                "The weight of shape '" + shape + "' must be > 0, was " + weight + ".");
          }
        });
  }

  public boolean isLimited() {
    return !within.equals(UNLIMITED.within);
  }

  public FinalsTime within(Duration left) {
    return new FinalsTime(left, weights);
  }

  public double weight(String shape) {
    return weights.getOrDefault(shape, 1.0);
  }
}
