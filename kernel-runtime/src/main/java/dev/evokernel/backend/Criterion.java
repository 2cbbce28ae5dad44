package dev.evokernel.backend;

import module java.base;

import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.outcome.OutputComparison;

/**
 * Condition for the elements of one output.
 *
 * <p>With the usual inputs, actual and expected element must be finite. With special inputs, the
 * expected element may be infinite, NaN or too large for the output's type: there the candidate
 * must agree, or the element is skipped.
 *
 * @param absolute allowed absolute error with the RMS's share, at least the tolerance's
 * @param overflow smallest number that the output's type rounds to infinity
 */
public record Criterion(
    Tolerance tolerance, double absolute, Strictness strictness, double overflow) {

  /** Treatment of elements without a finite expected value. */
  public enum Strictness {
    FINITE,
    MATCH,
    SKIP
  }

  /** Criterion for the usual inputs without the RMS's share. */
  public static Criterion usual(Tolerance tolerance) {
    return new Criterion(
        tolerance, tolerance.absolute(), Strictness.FINITE, Double.POSITIVE_INFINITY);
  }

  /**
   * Criterion for one output of an input set. For special inputs the absolute tolerance, which is
   * meant for elements that cancel, grows with the outputs. It never shrinks.
   *
   * @param usual magnitude of the output for the usual inputs; 0 when unknown
   */
  public static Criterion of(
      Tolerance tolerance, ElementType output, InputSet inputSet, Spread expected, double usual) {
    double share = tolerance.rms() * expected.rms();
    if (inputSet.special().isEmpty()) {
      return new Criterion(
          tolerance, tolerance.absolute() + share, Strictness.FINITE, Double.POSITIVE_INFINITY);
    }
    double growth = usual > 0 ? expected.magnitude() / usual : 1;
    return new Criterion(
        tolerance,
        tolerance.absolute() * Math.max(1, growth) + share,
        switch (tolerance.notFinite()) {
          case MATCH -> Strictness.MATCH;
          case SKIP -> Strictness.SKIP;
        },
        output.overflow());
  }

  /** Bound of {@code |actual − expected|}. */
  public double allowed(double expected) {
    return absolute + relative() * Math.abs(expected);
  }

  /** Number of the strictness in the code of devices. */
  public int strictnessNumber() {
    return List.of(Strictness.values()).indexOf(strictness);
  }

  public double relative() {
    return tolerance.relative();
  }

  /** Applies the tolerance's share of elements that may differ to a comparison of all elements. */
  public OutputComparison judged(OutputComparison all) {
    long mayDiffer = tolerance.mayDiffer(all.elements());
    return all.wrong() == 0 || mayDiffer == 0
        ? all
        : new OutputComparison(
            all.argument(),
            all.elements(),
            all.wrong() <= mayDiffer ? 0 : all.wrong(),
            all.wrong() <= mayDiffer ? 0 : all.notFinite(),
            all.worstIndex(),
            all.actual(),
            all.expected(),
            (double) all.wrong() / mayDiffer);
  }

  public boolean holds(double actual, double expected) {
    boolean finite = Double.isFinite(actual) && Double.isFinite(expected);
    boolean near = finite && Math.abs(actual - expected) <= allowed(expected);
    if (near || strictness == Strictness.FINITE) {
      return near;
    }
    if (Double.isNaN(expected)) {
      return strictness == Strictness.SKIP || Double.isNaN(actual);
    }
    boolean beyond =
        Double.isInfinite(expected) || Math.abs(expected) + allowed(expected) >= overflow;
    return beyond
        && (strictness == Strictness.SKIP
            || actual == Math.copySign(Double.POSITIVE_INFINITY, expected));
  }
}
