package dev.evokernel.kernel;

/**
 * An element passes when {@code |actual − expected| ≤ absolute + relative · |expected|}.
 *
 * @param share of an output's elements that may be anything, for whole numbers
 * @param count how many of them may be anything, where that is more
 * @param notFinite the rule for an element that is not finite in the reference, which happens with
 *     special inputs only
 */
public record Tolerance(
    double absolute, double relative, NotFinite notFinite, double share, long count) {

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
    if (!(share >= 0 && share < 1 && count >= 0)) {
      throw new IllegalArgumentException(
          "What may differ must be ≥ 0 and not all, was share "
              + share
              + " and count "
              + count
              + ".");
    }
  }

  /** One under which every element counts. */
  public Tolerance(double absolute, double relative, NotFinite notFinite) {
    this(absolute, relative, notFinite, 0, 0);
  }

  /** How many of so many elements may be anything. */
  public long mayDiffer(long elements) {
    return Math.min(Math.max(count, (long) (share * elements)), elements - 1);
  }

  public Tolerance(double absolute, double relative) {
    this(absolute, relative, NotFinite.MATCH);
  }
}
