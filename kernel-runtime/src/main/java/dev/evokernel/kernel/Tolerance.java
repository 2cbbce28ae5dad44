package dev.evokernel.kernel;

import java.util.Locale;

/**
 * Tolerance of an element type. An element passes if {@code |actual − expected| ≤ absolute +
 * relative · |expected| + rms · RMS}, with the root mean square of the expected output. The larger
 * of {@code share} and {@code count} of an output's elements may have any value.
 *
 * @param notFinite rule for elements that are not finite in the reference
 */
public record Tolerance(
    double absolute, double relative, double rms, NotFinite notFinite, double share, long count) {

  public enum NotFinite {
    /** Requires NaN for NaN, and an infinity of the same sign. */
    MATCH,
    SKIP
  }

  public Tolerance {
    if (!(absolute >= 0 && relative >= 0 && rms >= 0)) {
      throw new IllegalArgumentException(
          "Tolerances must be ≥ 0, was absolute %s, relative %s and rms %s."
              .formatted(absolute, relative, rms));
    }
    if (!(share >= 0 && share < 1 && count >= 0)) {
      throw new IllegalArgumentException(
          "The share must be in [0, 1) and the count ≥ 0, was %s and %d.".formatted(share, count));
    }
  }

  public Tolerance(double absolute, double relative) {
    this(absolute, relative, 0, NotFinite.MATCH, 0, 0);
  }

  /** Formats the tolerance times a factor as in {@code kernel.yaml}. */
  public String text(double factor) {
    return String.format(
        Locale.ROOT,
        "{absolute: %.2g, relative: %.2g%s}",
        factor * absolute,
        factor * relative,
        rms == 0 ? "" : String.format(Locale.ROOT, ", rms: %.2g", factor * rms));
  }

  /** Returns how many of an output's elements may have any value. */
  public long mayDiffer(long elements) {
    return Math.min(Math.max(count, (long) (share * elements)), elements - 1);
  }
}
