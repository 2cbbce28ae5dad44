package dev.evokernel.comparison;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Pathology;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.stats.ComparisonRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Thinking backwards: one suspected bottleneck after the other is made worse on purpose, and what
 * that costs says how much the candidate lives from it. What costs nothing does not bind.
 *
 * <p>Each afflicted candidate goes through the gate and is then measured interleaved with the
 * untouched one, by {@link SequentialComparison}, two at a time: a third in the same rounds would
 * settle other caches and other clocks for both.
 */
public final class Ablation {

  /** What came of one pathology. */
  public sealed interface Result {

    /** It was measured: the candidate is the base, the afflicted one the other. */
    record Measured(SequencedMap<String, SequentialComparison.Comparison> shapes)
        implements Result {}

    /** It computes something else, so that its time means nothing. */
    record Wrong(Rejected rejection) implements Result {}

    /** It does not compile, cannot be launched, or takes longer than a candidate may. */
    record Failed(Rejected rejection) implements Result {}

    /** This candidate cannot have it, or has it already. */
    record Inapplicable(String reason) implements Result {}

    /** Time was up before its turn came. */
    record Unmeasured() implements Result {}
  }

  /** One pathology and what came of it. */
  public record Effect(Pathology pathology, Result result) {}

  private final ComparisonRule rule;
  private final int processesAtMost;
  private final Duration wall;
  private final RandomGenerator random;
  private final LongSupplier nanoClock;
  private final Consumer<String> progress;

  /**
   * @param wall after which no further pathology is begun
   * @param progress hears what is going on
   */
  public Ablation(
      ComparisonRule rule,
      int processesAtMost,
      Duration wall,
      RandomGenerator random,
      LongSupplier nanoClock,
      Consumer<String> progress) {
    this.rule = rule;
    this.processesAtMost = processesAtMost;
    this.wall = wall;
    this.random = random;
    this.nanoClock = nanoClock;
    this.progress = progress;
  }

  /**
   * Compiles the candidate with each of the pathologies, and measures.
   *
   * @param shapes those of the venue
   * @return one effect for each, in their order
   * @throws EnvironmentException if the candidate itself is refused
   */
  public List<Effect> of(
      ComparisonSetup venue,
      ComparedVariant candidate,
      List<Pathology> pathologies,
      List<Shape> shapes)
      throws InterruptedException {
    long began = nanoClock.getAsLong();
    var contenders = new ArrayList<>(List.of(candidate));
    var places = new LinkedHashMap<Pathology, Integer>();
    var results = new LinkedHashMap<Pathology, Result>();
    for (Pathology pathology : pathologies) {
      Optional<String> obstacle = obstacle(candidate, pathology, shapes);
      if (obstacle.isPresent()) {
        results.put(pathology, new Result.Inapplicable(obstacle.get()));
      } else {
        places.put(pathology, contenders.size());
        contenders.add(afflicted(candidate, pathology));
      }
    }
    if (!places.isEmpty()) {
      progress.accept(
          "compiling %s, and it with %s".formatted(candidate.name(), counted(places.size())));
      InterleavedComparison meeting = InterleavedComparison.of(venue, contenders);
      for (Map.Entry<Pathology, Integer> place : places.entrySet()) {
        boolean late = nanoClock.getAsLong() - began >= wall.toNanos();
        results.put(
            place.getKey(),
            isIdle(meeting, place.getValue())
                ? new Result.Inapplicable("it leaves the binary as it is")
                : late
                    ? new Result.Unmeasured()
                    : measured(meeting.between(0, place.getValue()), place.getKey()));
      }
    }
    return pathologies.stream()
        .map(
            pathology ->
                new Effect(pathology, results.getOrDefault(pathology, new Result.Unmeasured())))
        .toList();
  }

  /**
   * Values of parameters may change the launch alone; a macro can change nothing but the binary.
   */
  private static boolean isIdle(InterleavedComparison meeting, int afflicted) {
    return !meeting.contenders().get(afflicted).macros().isEmpty()
        && meeting.isSameBinary(0, afflicted);
  }

  private Result measured(ComparisonRound bout, Pathology pathology) throws InterruptedException {
    var duel =
        new SequentialComparison(
            bout,
            rule,
            processesAtMost,
            random,
            news -> progress.accept(pathology.name() + ": " + news));
    return switch (duel.settle(SequentialComparison.Question.RELATION)) {
      case SequentialComparison.Result.Compared(var shapes) -> new Result.Measured(shapes);
      case SequentialComparison.Result.Refused(int contender, Rejected rejection)
          when contender == 0 ->
          throw new EnvironmentException(
              "The candidate itself was refused, so there is nothing to compare with: %s%s: %s"
                  .formatted(
                      rejection.reason().label(),
                      rejection.shape().isEmpty() ? "" : " on shape '" + rejection.shape() + "'",
                      rejection.message()));
      case SequentialComparison.Result.Refused(int _, Rejected rejection) -> refused(rejection);
    };
  }

  private static Result refused(Rejected rejection) {
    return switch (rejection.reason()) {
      case WRONG_RESULT, NOT_FINITE, NOT_REPEATABLE, OUT_OF_BOUNDS_WRITE, INPUT_MODIFIED ->
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
          SUSPICIOUS ->
          new Result.Failed(rejection);
    };
  }

  /** Why a candidate cannot have a pathology, as far as that is known beforehand. */
  private static Optional<String> obstacle(
      ComparedVariant candidate, Pathology pathology, List<Shape> shapes) {
    Kernel kernel = candidate.kernel();
    Configuration changed = pathology.applied(candidate.configuration());
    if (pathology.macros().isEmpty() && changed.equals(candidate.configuration())) {
      return Optional.of("the candidate has " + pathology.change() + " already");
    }
    for (Constraint constraint : kernel.constraints()) {
      Optional<Shape> shape = kernel.space().breaking(constraint, changed, shapes);
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

  private static ComparedVariant afflicted(ComparedVariant candidate, Pathology pathology) {
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
