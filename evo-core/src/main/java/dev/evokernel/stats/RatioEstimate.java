package dev.evokernel.stats;

import java.util.Locale;

/**
 * A ratio and its interval.
 *
 * @param ratio above 1 for the faster
 */
public record RatioEstimate(double ratio, double low, double high) {

  public RatioEstimate {
    if (!(ratio > 0 && low > 0 && low <= high)) {
      throw new IllegalArgumentException(
          "A ratio of " + ratio + " with interval [" + low + ", " + high + "] cannot be.");
    }
  }

  /** For example {@code 1.123× (1.101 to 1.146)}. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.3f× (%.3f to %.3f)", ratio, low, high);
  }
}
