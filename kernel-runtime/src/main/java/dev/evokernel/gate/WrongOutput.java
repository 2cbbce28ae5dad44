package dev.evokernel.gate;

import dev.evokernel.backend.data.Extent;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.data.Tolerance;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.outcome.OutputComparison;
import java.util.Locale;

/** Message about an output that differs from the reference by more than its tolerance. */
record WrongOutput(Kernel kernel, Shape shape, Argument.Buffer output) {

  /** Ratio of error to tolerance up to which rounding is a plausible cause. */
  private static final double MOST_FOR_ROUNDING = 100;

  /** Returns the worst element, the number of wrong elements, and a tolerance that would pass. */
  String text(OutputComparison comparison, String when) {
    Tolerance tolerance = kernel.tolerance(output.name());
    String worst =
        "%s%s is %s, the reference is %s, ± %s + %s·|%s| allowed"
            .formatted(
                output.isReduced() ? output.check().label() : comparison.argument(),
                output.isReduced()
                    ? "(" + comparison.argument() + ")"
                    : Extent.of(kernel, shape, output).coordinates(comparison.worstIndex()),
                Printable.number(comparison.actual(), comparison.expected()),
                Printable.number(comparison.expected(), comparison.actual()),
                Printable.number(tolerance.absolute(), Double.NaN),
                Printable.number(tolerance.relative(), Double.NaN),
                Printable.number(comparison.expected(), comparison.actual()));
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
    return comparison.notFinite() == 0 && times <= MOST_FOR_ROUNDING
        ? String.format(
            Locale.ROOT,
            " {absolute: %.2g, relative: %.2g} would let it pass.",
            times * tolerance.absolute(),
            times * tolerance.relative())
        : "";
  }
}
