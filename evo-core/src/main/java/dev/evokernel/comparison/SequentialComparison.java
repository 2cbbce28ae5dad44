package dev.evokernel.comparison;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.ComparisonRule;
import dev.evokernel.stats.Contrast;
import dev.evokernel.stats.Contrast.Relation;
import dev.evokernel.stats.PairedSamples;

/**
 * Comparison of two variants, base and other, in one fresh process after another, until the
 * question is answered on every shape or the process limit is reached.
 *
 * <p>It adds processes instead of rounds, because after sixty rounds most of the uncertainty is the
 * bias of the process. It never reports a difference after a single process.
 *
 * @param round of the base and the other, in this order
 */
public record SequentialComparison(
    Round round,
    ComparisonRule rule,
    int processesAtMost,
    RandomGenerator random,
    Consumer<String> progress) {
  /** Interleaved measurement of variants in one fresh process. */
  @FunctionalInterface
  public interface Round {
    /**
     * @return one outcome for each variant, in a fixed order
     * @throws EnvironmentException if the machine fails
     */
    List<Outcome> hold(FinalsSettings settings) throws InterruptedException;
  }

  public enum Question {
    /** Asks for the relation: the other variant is faster, slower or equally fast. */
    RELATION,
    /** Asks for a regression; being faster does not matter. */
    REGRESSION;

    /** True once the question is answered. A p90 that looks worse needs a confirmation first. */
    boolean isAnswered(Contrast contrast) {
      boolean tail = !contrast.tailSuspected() || contrast.tail() == Relation.SLOWER;
      return switch (this) {
        case RELATION -> contrast.typical() != Relation.UNDECIDED && tail;
        case REGRESSION -> contrast.isRegression() || (contrast.notSlower() && tail);
      };
    }
  }

  public sealed interface Result {

    record Compared(SequencedMap<String, Comparison> shapes) implements Result {}

    /**
     * A variant was rejected.
     *
     * @param variant 0 for the base, 1 for the other
     */
    record Refused(int variant, Rejected rejection) implements Result {}
  }

  /**
   * Samples and contrast of one shape.
   *
   * @param sameBits whether the outputs of both have equal bits; empty if unknown
   */
  public record Comparison(
      List<PairedSamples> pairs, Contrast contrast, Optional<Boolean> sameBits) {

    public Comparison {
      pairs = List.copyOf(pairs);
    }

    public Samples base() {
      return PairedSamples.bases(pairs);
    }

    public Samples other() {
      return PairedSamples.others(pairs);
    }
  }

  /** Rounds on one shape in one process. */
  private static final int ROUNDS = 60;

  private static final int ROUNDS_AT_LEAST = 20;
  private static final Duration SAMPLE = Duration.ofMillis(1);
  private static final Duration SHAPE_AT_MOST = Duration.ofSeconds(4);

  public SequentialComparison {
    if (processesAtMost < rule.confirmations()) {
      throw new IllegalArgumentException(
          "A difference needs %d processes, but only %d are allowed."
              .formatted(rule.confirmations(), processesAtMost));
    }
  }

  public static FinalsSettings settings(RandomGenerator random) {
    return new FinalsSettings(
        ROUNDS, ROUNDS_AT_LEAST, SAMPLE, SHAPE_AT_MOST, random.nextLong(), false);
  }

  /** Measures until the question is answered on every shape. */
  public Result settle(Question question) throws InterruptedException {
    var pairs = new LinkedHashMap<String, List<PairedSamples>>();
    var shapes = new LinkedHashMap<String, Comparison>();
    var bits = new HashMap<String, Optional<Boolean>>();
    for (int process = 1; process <= processesAtMost; process++) {
      progress.accept("measuring, process %d of at most %d".formatted(process, processesAtMost));
      List<Outcome> outcomes = round.hold(settings(random));
      for (int variant = 0; variant < outcomes.size(); variant++) {
        if (outcomes.get(variant) instanceof Rejected rejection) {
          return new Result.Refused(variant, rejection);
        }
      }
      note(pairs, bits, (Measured) outcomes.getFirst(), (Measured) outcomes.getLast());
      pairs.forEach(
          (shape, paired) ->
              shapes.put(
                  shape,
                  new Comparison(
                      paired, rule.contrast(paired), bits.getOrDefault(shape, Optional.empty()))));
      if (shapes.values().stream().map(Comparison::contrast).allMatch(question::isAnswered)) {
        break;
      }
    }
    return new Result.Compared(shapes);
  }

  private static void note(
      SequencedMap<String, List<PairedSamples>> pairs,
      Map<String, Optional<Boolean>> bits,
      Measured base,
      Measured other) {
    for (int i = 0; i < base.measurements().size(); i++) {
      Measurement first = base.measurements().get(i);
      Measurement second = other.measurements().get(i);
      pairs
          .computeIfAbsent(first.shape(), _ -> new ArrayList<>())
          .add(new PairedSamples(first.samples(), second.samples()));
      bits.put(first.shape(), first.sameBits(second));
    }
  }
}
