package dev.evokernel.kernel;

/**
 * An element passes when {@code |actual − expected| ≤ absolute + relative · |expected|}.
 *
 * @param notFinite the rule for an element that is not finite in the reference, which happens with
 *     special inputs only
 */
public record Tolerance(double absolute, double relative, NotFinite notFinite) {

  /** The rule for an element that is not finite in the reference. */
  public enum NotFinite {
    /** The same: NaN for NaN, and an infinity of the same sign. */
    MATCH,
    /** The element is skipped. */
    SKIP
  }

  public Tolerance {
    if (!(absolute >= 0 && relative >= 0)) {
      throw new IllegalArgumentException(
          "Tolerances must be ≥ 0, was absolute " + absolute + " and relative " + relative + ".");
    }
  }

  public Tolerance(double absolute, double relative) {
    this(absolute, relative, NotFinite.MATCH);
  }
}
