package dev.evokernel.kernel;

/**
 * An element passes when {@code |actual − expected| ≤ absolute + relative · |expected|}.
 *
 * @param notFinite what becomes of an element that is not finite in the reference, which happens
 *     with special inputs alone
 */
public record Tolerance(double absolute, double relative, NotFinite notFinite) {

  /** What is asked of an element where the reference has none. */
  public enum NotFinite {
    /** The same: NaN for NaN, and an infinity of the same sign. */
    MATCH,
    /** Nothing. */
    SKIP
  }

  public Tolerance {
    if (!(absolute >= 0 && relative >= 0)) {
      throw new IllegalArgumentException(
          "A tolerance is not negative: absolute " + absolute + ", relative " + relative + ".");
    }
  }

  public Tolerance(double absolute, double relative) {
    this(absolute, relative, NotFinite.MATCH);
  }
}
