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
 * @param excess {@code |actual − expected|} divided by the allowed error, where parameters choose
 *     types by that of the widest; else at most 1 if correct, infinite if a value is not finite
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

  /** The comparison with its error in another unit. */
  public OutputComparison times(double factor) {
    return new OutputComparison(
        argument, elements, wrong, notFinite, worstIndex, actual, expected, excess * factor, bits);
  }

  public OutputComparison withBits(String digest) {
    return new OutputComparison(
        argument, elements, wrong, notFinite, worstIndex, actual, expected, excess, digest);
  }
}
