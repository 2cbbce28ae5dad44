package dev.evokernel.comparison;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.stats.ComparisonRule;
import dev.evokernel.stats.Contrast;
import dev.evokernel.store.Candidate;

/**
 * Check of a candidate for regressions against the base, shape by shape.
 *
 * @param margin accepted slowdown, for example 0.02
 * @param shapesInAll number of shapes tested in this check and others, for the correction of
 *     confidence levels
 * @param progress takes one line for each step
 */
public record RegressionCheck(
    ComparisonSetup setup,
    double margin,
    int shapesInAll,
    int processesAtMost,
    Consumer<String> progress) {
  public enum Verdict {
    FINE,
    REGRESSION,
    UNDECIDED;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Verdict of(Contrast contrast) {
      if (contrast.isRegression()) {
        return REGRESSION;
      }
      return contrast.notSlower() ? FINE : UNDECIDED;
    }
  }

  /**
   * Result on one shape.
   *
   * @param measured empty for a rejected candidate
   * @param rejection of the candidate
   * @param sameBinary whether base and candidate have equal binaries
   */
  public record Finding(
      String shape,
      Verdict verdict,
      Optional<SequentialComparison.Comparison> measured,
      Optional<Rejected> rejection,
      boolean sameBinary) {}

  /**
   * Compiles base and candidate.
   *
   * @throws EnvironmentException if they solve different problems
   */
  public InterleavedComparison prepare(ComparedVariant base, ComparedVariant candidate)
      throws InterruptedException {
    progress.accept("compiling %s and %s".formatted(base.name(), candidate.name()));
    return InterleavedComparison.of(setup, List.of(base, candidate));
  }

  /**
   * Measures base and candidate interleaved on the setup's shapes.
   *
   * @param interleaved from {@link #prepare}
   * @throws EnvironmentException if the base is rejected
   */
  public List<Finding> check(InterleavedComparison interleaved, RandomGenerator random)
      throws InterruptedException {
    ComparedVariant base = interleaved.variants().getFirst();
    var sequential =
        new SequentialComparison(
            interleaved,
            ComparisonRule.confirmed(margin, shapesInAll),
            processesAtMost,
            random,
            progress);
    return switch (sequential.settle(SequentialComparison.Question.REGRESSION)) {
      case SequentialComparison.Result.Refused(int refused, Rejected rejection) when refused == 0 ->
          throw new EnvironmentException(
              ("%s is no longer correct on this machine (%s: %s)."
                      + " Check device, driver and compiler: evo doctor")
                  .formatted(base.name(), Candidate.reasonOf(rejection), rejection.message()));
      case SequentialComparison.Result.Refused(int _, Rejected rejection) -> refused(rejection);
      case SequentialComparison.Result.Compared(var shapes) -> {
        var findings = new ArrayList<Finding>();
        boolean same = interleaved.isSameBinary(0, 1);
        shapes.forEach(
            (shape, comparison) ->
                findings.add(
                    new Finding(
                        shape,
                        Verdict.of(comparison.contrast()),
                        Optional.of(comparison),
                        Optional.empty(),
                        same)));
        yield findings;
      }
    };
  }

  private List<Finding> refused(Rejected rejection) {
    return setup.shapeNames().stream()
        .map(
            shape ->
                new Finding(
                    shape, Verdict.REGRESSION, Optional.empty(), Optional.of(rejection), false))
        .toList();
  }
}
