package dev.evokernel.outcome;

/**
 * One output against the reference, every element counted.
 *
 * @param argument the output's name
 * @param elements how many were compared
 * @param wrong how many lie outside the tolerance, NaN and infinities included
 * @param notFinite how many are NaN or infinite, in the candidate or in the reference
 * @param worstIndex the flat index of the element with the largest {@code excess}
 * @param actual what the candidate wrote there
 * @param expected what the reference wrote there
 * @param excess {@code |actual − expected|} over the error allowed there; at most 1 when nothing is
 *     wrong, infinite where either is not finite
 */
public record OutputComparison(
    String argument,
    long elements,
    long wrong,
    long notFinite,
    long worstIndex,
    double actual,
    double expected,
    double excess) {

  public boolean passed() {
    return wrong == 0;
  }
}
