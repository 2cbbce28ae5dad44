package dev.evokernel.backend;

import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.outcome.OutputComparison;

/**
 * When an element of one output is right.
 *
 * <p>With the usual inputs both sides must be finite. With special ones the reference may not be,
 * or may have a number that the output's type cannot hold: there the candidate must agree, or the
 * element is skipped.
 *
 * @param tolerance as the kernel's file says
 * @param absolute of the error allowed, which may be more than the tolerance's
 * @param strictness what holds where there is no finite number to compare with
 * @param overflow from where on rounding to the output's type gives an infinity
 */
public record Criterion(
    Tolerance tolerance, double absolute, Strictness strictness, double overflow) {

  /** What holds where there is no finite number to compare with. */
  public enum Strictness {
    FINITE,
    MATCH,
    SKIP
  }

  /** For the usual inputs. */
  public static Criterion usual(Tolerance tolerance) {
    return new Criterion(
        tolerance, tolerance.absolute(), Strictness.FINITE, Double.POSITIVE_INFINITY);
  }

  /**
   * For special inputs. The absolute tolerance grows with the outputs, since it is meant for
   * elements that cancel; it never shrinks.
   *
   * @param growth how many times as large as usual the largest expected output is
   */
  static Criterion special(Tolerance tolerance, ElementType output, double growth) {
    return new Criterion(
        tolerance,
        tolerance.absolute() * Math.max(1, growth),
        switch (tolerance.notFinite()) {
          case MATCH -> Strictness.MATCH;
          case SKIP -> Strictness.SKIP;
        },
        output.overflow());
  }

  /**
   * For one output of an input set.
   *
   * @param expected of the output
   * @param usual the magnitude of the output for the usual inputs; 0 when unknown
   */
  public static Criterion of(
      Tolerance tolerance, ElementType output, InputSet inputSet, Spread expected, double usual) {
    return inputSet.special().isEmpty()
        ? usual(tolerance)
        : special(tolerance, output, usual > 0 ? expected.magnitude() / usual : 1);
  }

  /** What {@code |actual − expected|} may be. */
  public double allowed(double expected) {
    return absolute + relative() * Math.abs(expected);
  }

  /** Of the error allowed. */
  public double relative() {
    return tolerance.relative();
  }

  /**
   * A comparison of all elements, as it counts: right where no more of them are wrong than may be
   * anything.
   */
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

  /** Whether one element is right. */
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
