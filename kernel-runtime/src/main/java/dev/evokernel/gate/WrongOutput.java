package dev.evokernel.gate;

import dev.evokernel.backend.data.Extent;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.outcome.OutputComparison;

/** Message about an output that differs from the reference by more than its tolerance. */
record WrongOutput(Kernel kernel, Shape shape, Argument.Buffer output) {

  /** Ratio of error to tolerance up to which rounding is a plausible cause. */
  private static final double MOST_FOR_ROUNDING = 100;

  /** Returns the worst element, the number of wrong elements, and a tolerance that would pass. */
  String text(OutputComparison comparison, String when) {
    Tolerance tolerance = kernel.tolerance(output.name());
    String worst =
        "%s%s is %s, the reference is %s, ± %s + %s·|%s|%s allowed"
            .formatted(
                output.isReduced() ? output.check().label() : comparison.argument(),
                output.isReduced()
                    ? "(" + comparison.argument() + ")"
                    : Extent.of(kernel, shape, output).coordinates(comparison.worstIndex()),
                Printable.number(comparison.actual(), comparison.expected()),
                Printable.number(comparison.expected(), comparison.actual()),
                Printable.number(tolerance.absolute(), Double.NaN),
                Printable.number(tolerance.relative(), Double.NaN),
                Printable.number(comparison.expected(), comparison.actual()),
                tolerance.rms() == 0 ? "" : " + " + tolerance.rms() + "·RMS");
    long mayDiffer = tolerance.mayDiffer(comparison.elements());
    String count =
        "%d of %d elements are wrong, %d of them not finite%s (%s)."
            .formatted(
                comparison.wrong(),
                comparison.elements(),
                comparison.notFinite(),
                mayDiffer == 0 ? "" : ", and %d may differ".formatted(mayDiffer),
                when);
    return output.isReduced()
        ? "%s; of %d elements (%s).".formatted(worst, comparison.elements(), when)
        : worst + "; " + count + passing(comparison, tolerance);
  }

  /** Names a sufficient tolerance if the error may be one of rounding. */
  private static String passing(OutputComparison comparison, Tolerance tolerance) {
    double times = Math.ceil(comparison.excess());
    if (comparison.notFinite() > 0 || times > MOST_FOR_ROUNDING) {
      return "";
    }
    boolean isNearZero =
        tolerance.relative() * Math.abs(comparison.expected()) < tolerance.absolute();
    return " "
        + tolerance.text(times)
        + " would let it pass."
        + (tolerance.rms() == 0 && isNearZero
            ? " The element is near zero: 'rms' in place of 'absolute' allows a share of the output's RMS."
            : "");
  }
}
