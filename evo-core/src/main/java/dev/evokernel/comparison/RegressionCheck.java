package dev.evokernel.comparison;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.stats.ComparisonRule;
import dev.evokernel.stats.Contrast;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Whether a challenger is worse than what it is to replace, shape by shape. */
public final class RegressionCheck {

  /** What one shape says. */
  public enum Verdict {
    FINE,
    REGRESSION,
    UNDECIDED;

    /** For example {@code regression}. */
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
   * One shape.
   *
   * @param measured empty where the challenger was refused
   * @param rejection why it was
   * @param sameBinary whether both are one and the same program
   */
  public record Finding(
      String shape,
      Verdict verdict,
      Optional<SequentialComparison.Comparison> measured,
      Optional<Rejected> rejection,
      boolean sameBinary) {}

  private final ComparisonSetup venue;
  private final double margin;
  private final int shapesInAll;
  private final int processesAtMost;
  private final Consumer<String> progress;

  /**
   * @param margin a loss that does not matter, for example 0.02
   * @param shapesInAll that are judged together, in this check and others
   * @param progress hears what is going on
   */
  public RegressionCheck(
      ComparisonSetup venue,
      double margin,
      int shapesInAll,
      int processesAtMost,
      Consumer<String> progress) {
    this.venue = venue;
    this.margin = margin;
    this.shapesInAll = shapesInAll;
    this.processesAtMost = processesAtMost;
    this.progress = progress;
  }

  /**
   * Compiles both.
   *
   * @throws EnvironmentException if the two do not compute the same
   */
  public InterleavedComparison prepare(ComparedVariant base, ComparedVariant challenger)
      throws InterruptedException {
    progress.accept("compiling %s and %s".formatted(base.name(), challenger.name()));
    return InterleavedComparison.of(venue, List.of(base, challenger));
  }

  /**
   * Measures both against each other on the venue's shapes.
   *
   * @param meeting from {@link #prepare}
   * @throws EnvironmentException if the base is refused
   */
  public List<Finding> check(InterleavedComparison meeting, RandomGenerator random)
      throws InterruptedException {
    ComparedVariant base = meeting.contenders().getFirst();
    var duel =
        new SequentialComparison(
            meeting,
            ComparisonRule.confirmed(margin, shapesInAll),
            processesAtMost,
            random,
            progress);
    return switch (duel.settle(SequentialComparison.Question.REGRESSION)) {
      case SequentialComparison.Result.Refused(int contender, Rejected rejection)
          when contender == 0 ->
          throw new EnvironmentException(
              "%s is no longer right on this machine (%s%s: %s), so nothing can be compared with it. Maybe the device, the driver or the compiler is at fault: evo doctor."
                  .formatted(
                      base.name(),
                      rejection.reason().label(),
                      rejection.shape().isEmpty() ? "" : " on shape '" + rejection.shape() + "'",
                      rejection.message()));
      case SequentialComparison.Result.Refused(int _, Rejected rejection) -> refused(rejection);
      case SequentialComparison.Result.Compared(var shapes) -> {
        var findings = new ArrayList<Finding>();
        boolean same = meeting.isSameBinary(0, 1);
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

  /** Where it is refused on one shape, the others have not been measured. */
  private List<Finding> refused(Rejected rejection) {
    return venue.shapeNames().stream()
        .map(
            shape ->
                new Finding(
                    shape, Verdict.REGRESSION, Optional.empty(), Optional.of(rejection), false))
        .toList();
  }
}
