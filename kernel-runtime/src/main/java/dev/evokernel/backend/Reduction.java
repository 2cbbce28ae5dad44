package dev.evokernel.backend;

import dev.evokernel.kernel.Argument;
import dev.evokernel.outcome.OutputComparison;

/** Reduction of an output to one number, in double precision. */
public final class Reduction {

  private final Argument.Check check;
  private double value;

  /**
   * @param check a sum, minimum or maximum
   */
  public Reduction(Argument.Check check) {
    this.check = check;
    this.value =
        switch (check) {
          case SUM -> 0;
          case MIN -> Double.POSITIVE_INFINITY;
          case MAX -> Double.NEGATIVE_INFINITY;
          case ELEMENTS, JUDGED -> throw new IllegalArgumentException("Elements are not reduced.");
        };
  }

  /** Adds the first {@code count} values. A NaN makes the result NaN. */
  public void add(double[] values, int count) {
    for (int i = 0; i < count; i++) {
      value =
          switch (check) {
            case SUM -> value + values[i];
            case MIN -> Math.min(value, values[i]);
            case MAX -> Math.max(value, values[i]);
            case ELEMENTS, JUDGED -> throw new IllegalStateException();
          };
    }
  }

  /**
   * Compares this number with that of the expected output.
   *
   * @param elements the number of reduced elements
   */
  public OutputComparison compare(
      String argument, Criterion criterion, Reduction expected, long elements) {
    boolean right = criterion.holds(value, expected.value);
    boolean finite = Double.isFinite(value) && Double.isFinite(expected.value);
    double error = Math.abs(value - expected.value);
    double excess =
        finite
            ? error == 0 ? 0 : error / criterion.allowed(expected.value)
            : right ? 0 : Double.POSITIVE_INFINITY;
    return new OutputComparison(
        argument,
        elements,
        right ? 0 : elements,
        right || finite ? 0 : elements,
        0,
        value,
        expected.value,
        excess);
  }
}
