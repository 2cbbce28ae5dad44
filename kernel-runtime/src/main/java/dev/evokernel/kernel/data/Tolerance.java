package dev.evokernel.kernel.data;

/**
 * Tolerance of an element type. An element passes if {@code |actual − expected| ≤ absolute +
 * relative · |expected|}. The larger of {@code share} and {@code count} of an output's elements may
 * have any value.
 *
 * @param notFinite rule for elements that are not finite in the reference
 */
public record Tolerance(
    double absolute, double relative, NotFinite notFinite, double share, long count) {

  public enum NotFinite {
    /** Requires NaN for NaN, and an infinity of the same sign. */
    MATCH,
    /** Skips the element. */
    SKIP
  }

  public Tolerance {
    if (!(absolute >= 0 && relative >= 0)) {
      throw new IllegalArgumentException(
          "Tolerances must be ≥ 0, was absolute " + absolute + " and relative " + relative + ".");
    }
    if (!(share >= 0 && share < 1 && count >= 0)) {
      throw new IllegalArgumentException(
          "The share must be in [0, 1) and the count ≥ 0, was %s and %d.".formatted(share, count));
    }
  }

  public Tolerance(double absolute, double relative) {
    this(absolute, relative, NotFinite.MATCH, 0, 0);
  }

  /** Returns how many of an output's elements may have any value. */
  public long mayDiffer(long elements) {
    return Math.min(Math.max(count, (long) (share * elements)), elements - 1);
  }
}
