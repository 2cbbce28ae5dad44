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

  /** Ratio of the ends of an interval above which the interval says nothing. */
  private static final double WIDEST = 10;

  /** Whether an interval is narrow enough for its numbers to be shown. */
  public static boolean isMeasurable(double low, double high) {
    return high <= WIDEST * low;
  }

  /**
   * Writes a ratio with its interval, {@code 1.213× (1.101 to 1.346)}. Of an interval wider than a
   * factor of 10 only the end that says something is left, {@code at least 1.101×}.
   */
  public static String text(double ratio, double low, double high) {
    return isMeasurable(low, high)
        ? String.format(Locale.ROOT, "%.3f× (%.3f to %.3f)", ratio, low, high)
        : low > 1
            ? String.format(Locale.ROOT, "at least %.3f×", low)
            : high < 1
                ? String.format(Locale.ROOT, "at most %.3f×", high)
                : "not measurable on this machine now";
  }

  /** Writes what an interval with its confidence says: {@code 95 % CI 1.101 to 1.346}. */
  public static String interval(double confidence, double low, double high) {
    return String.format(Locale.ROOT, "%.0f %% CI ", 100 * confidence)
        + (isMeasurable(low, high)
            ? String.format(Locale.ROOT, "%.3f to %.3f", low, high)
            : String.format(Locale.ROOT, "wider than a factor of %.0f", WIDEST));
  }

  @Override
  public String toString() {
    return text(ratio, low, high);
  }
}
