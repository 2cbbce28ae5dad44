package dev.evokernel.stats;

import java.util.Locale;

/**
 * Ratio with a confidence interval.
 *
 * @param ratio above 1 for the faster
 */
public record RatioEstimate(double ratio, double low, double high) {

  public RatioEstimate {
    if (!(ratio > 0 && low > 0 && low <= high)) {
      throw new IllegalArgumentException(
          "Invalid ratio %s with interval [%s, %s].".formatted(ratio, low, high));
    }
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.3f× (%.3f to %.3f)", ratio, low, high);
  }
}
