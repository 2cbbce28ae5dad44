package dev.evokernel.outcome;

import java.util.Objects;

/**
 * Comparison of all elements of an output with the reference.
 *
 * @param argument name of the output
 * @param elements number of compared elements
 * @param wrong number of elements outside the tolerance, NaN and infinities included
 * @param notFinite number of elements that are NaN or infinite in the candidate or the reference
 * @param worstIndex flat index of the element with the largest {@code excess}
 * @param actual candidate's value at this index
 * @param expected reference's value at this index
 * @param excess {@code |actual − expected|} divided by the allowed error, infinite if a value is
 *     not finite; if correct at most 1, unless a parameter chose a narrower type than that error is
 *     for
 * @param bits digest of the output's bytes for every input set, equal in every process for equal
 *     bytes; empty if unknown
 */
public record OutputComparison(
    String argument,
    long elements,
    long wrong,
    long notFinite,
    long worstIndex,
    double actual,
    double expected,
    double excess,
    String bits) {

  public OutputComparison {
    bits = Objects.requireNonNullElse(bits, ""); // Files of evo 0.1 have no digests.
  }

  /** Comparison of an output whose bits are unknown. */
  public OutputComparison(
      String argument,
      long elements,
      long wrong,
      long notFinite,
      long worstIndex,
      double actual,
      double expected,
      double excess) {
    this(argument, elements, wrong, notFinite, worstIndex, actual, expected, excess, "");
  }

  public boolean passed() {
    return wrong == 0;
  }

  public OutputComparison withBits(String digest) {
    return with(1, digest);
  }

  /** The comparison with another unit of the error. */
  public OutputComparison with(double factor, String digest) {
    double error = excess * factor;
    return new OutputComparison(
        argument, elements, wrong, notFinite, worstIndex, actual, expected, error, digest);
  }
}
