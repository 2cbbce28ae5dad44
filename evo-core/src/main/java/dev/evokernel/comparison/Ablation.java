package dev.evokernel.comparison;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.source.Pathology;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.Constraint;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.stats.ComparisonRule;
import dev.evokernel.store.Candidate;

/**
 * Sensitivity analysis: applies each pathology to a candidate separately and measures the slowdown.
 * A pathology makes one suspected bottleneck worse. The slowdown is the worth of the candidate's
 * optimisation; no slowdown means no bottleneck.
 *
 * <p>Each changed candidate is verified and then measured interleaved with the unchanged candidate,
 * two at a time, by {@link SequentialComparison}: a third variant in the same rounds would change
 * caches and clocks for both.
 *
 * @param wall time after which no further pathology is begun
 * @param progress takes one line for each step
 */
public record Ablation(
    ComparisonRule rule,
    int processesAtMost,
    Duration wall,
    RandomGenerator random,
    LongSupplier nanoClock,
    Consumer<String> progress) {
  /** The result of one pathology. */
  public sealed interface Result {

    /** The slowdown was measured; the unchanged candidate is the base. */
    record Measured(SequencedMap<String, SequentialComparison.Comparison> shapes)
        implements Result {}

    record Wrong(Rejected rejection) implements Result {}

    /** The changed candidate fails to compile or launch, or times out. */
    record Failed(Rejected rejection) implements Result {}

    /** The pathology cannot be applied to the candidate, or changes nothing. */
    record Inapplicable(String reason) implements Result {}

    record Unmeasured() implements Result {}
  }

  public record Effect(Pathology pathology, Result result) {}

  /**
   * Compiles and measures the candidate with each pathology.
   *
   * @param shapes those of {@code setup}
   * @return one effect for each pathology, in order
   * @throws EnvironmentException if the unchanged candidate is rejected
   */
  public List<Effect> of(
      ComparisonSetup setup,
      ComparedVariant candidate,
      List<Pathology> pathologies,
      List<Shape> shapes)
      throws InterruptedException {
    long began = nanoClock.getAsLong();
    var variants = new ArrayList<>(List.of(candidate));
    var positions = new LinkedHashMap<Pathology, Integer>();
    var results = new LinkedHashMap<Pathology, Result>();
    for (Pathology pathology : pathologies) {
      Optional<String> obstacle = obstacle(candidate, pathology, shapes);
      if (obstacle.isPresent()) {
        results.put(pathology, new Result.Inapplicable(obstacle.get()));
      } else {
        positions.put(pathology, variants.size());
        variants.add(withPathology(candidate, pathology));
      }
    }
    if (!positions.isEmpty()) {
      progress.accept(
          "compiling %s, unchanged and with %s"
              .formatted(candidate.name(), counted(positions.size())));
      InterleavedComparison interleaved = InterleavedComparison.of(setup, variants);
      for (Map.Entry<Pathology, Integer> entry : positions.entrySet()) {
        boolean late = nanoClock.getAsLong() - began >= wall.toNanos();
        results.put(
            entry.getKey(),
            isIdle(interleaved, entry.getValue())
                ? new Result.Inapplicable("it leaves the binary as it is")
                : late
                    ? new Result.Unmeasured()
                    : measured(interleaved.between(0, entry.getValue()), entry.getKey()));
      }
    }
    return pathologies.stream()
        .map(
            pathology ->
                new Effect(pathology, results.getOrDefault(pathology, new Result.Unmeasured())))
        .toList();
  }

  /** Whether the pathology has no effect: unlike a parameter, a macro must change the binary. */
  private static boolean isIdle(InterleavedComparison interleaved, int changed) {
    return !interleaved.variants().get(changed).macros().isEmpty()
        && interleaved.isSameBinary(0, changed);
  }

  private Result measured(ComparisonRound round, Pathology pathology) throws InterruptedException {
    var sequential =
        new SequentialComparison(
            round,
            rule,
            processesAtMost,
            random,
            news -> progress.accept(pathology.name() + ": " + news));
    return switch (sequential.settle(SequentialComparison.Question.RELATION)) {
      case SequentialComparison.Result.Compared(var shapes) -> new Result.Measured(shapes);
      case SequentialComparison.Result.Refused(int refused, Rejected rejection) when refused == 0 ->
          throw new EnvironmentException(
              "The unchanged candidate was rejected, so there is nothing to compare with: %s: %s"
                  .formatted(Candidate.reasonOf(rejection), rejection.message()));
      case SequentialComparison.Result.Refused(int _, Rejected rejection) -> refused(rejection);
    };
  }

  private static Result refused(Rejected rejection) {
    return switch (rejection.reason()) {
      case WRONG_RESULT,
          NOT_FINITE,
          NOT_REPEATABLE,
          OUT_OF_BOUNDS_WRITE,
          OUT_OF_BOUNDS_READ,
          INPUT_MODIFIED,
          OTHER_BITS ->
          new Result.Wrong(rejection);
      case CONSTRAINT,
          COMPILE_ERROR,
          RESOURCE_LIMIT,
          LAUNCH_FAILURE,
          ILLEGAL_ACCESS,
          CRASH,
          TIMEOUT,
          OUT_OF_MEMORY,
          SANITIZER,
          LEFT_BEHIND,
          SUSPICIOUS ->
          new Result.Failed(rejection);
    };
  }

  /** Reason why a pathology cannot be applied, as far as known before compiling. */
  private static Optional<String> obstacle(
      ComparedVariant candidate, Pathology pathology, List<Shape> shapes) {
    Kernel kernel = candidate.kernel().of(candidate.configuration());
    Configuration changed = pathology.applied(candidate.configuration());
    if (pathology.macros().isEmpty() && changed.equals(candidate.configuration())) {
      return Optional.of("the candidate has " + pathology.change() + " already");
    }
    for (Constraint constraint : kernel.constraints()) {
      Optional<Shape> shape = kernel.breaking(constraint, changed, shapes);
      if (shape.isPresent()) {
        return Optional.of(
            "it breaks '%s'%s"
                .formatted(
                    constraint.condition(),
                    constraint.because().isEmpty() ? "" : ", because " + constraint.because()));
      }
    }
    return Optional.empty();
  }

  private static ComparedVariant withPathology(ComparedVariant candidate, Pathology pathology) {
    return new ComparedVariant(
        candidate.name() + ", " + pathology.name(),
        candidate.kernel(),
        pathology.applied(candidate.configuration()),
        pathology.macros());
  }

  private static String counted(int pathologies) {
    return pathologies == 1 ? "one pathology" : pathologies + " pathologies, one at a time";
  }
}
