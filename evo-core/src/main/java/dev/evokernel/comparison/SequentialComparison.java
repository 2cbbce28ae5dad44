package dev.evokernel.comparison;

import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.ComparisonRule;
import dev.evokernel.stats.Contrast;
import dev.evokernel.stats.PairedSamples;
import dev.evokernel.stats.Relation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Measures two variants, the base and the other, in one fresh process after another, until the
 * question is answered on every shape or the most processes allowed were used.
 *
 * <p>Further processes instead of further rounds in one, because the uncertainty after sixty rounds
 * is mostly the bias of the process. A difference is never reported after a single process.
 */
public final class SequentialComparison {

  /** What is asked, and when it is answered on a shape. */
  public enum Question {
    /** Faster, slower or the same? */
    RELATION,
    /** Is the other a regression? Whether it is faster does not matter. */
    REGRESSION;

    /** A p90 that looks worse must be confirmed or refuted. */
    boolean isAnswered(Contrast contrast) {
      boolean tail = !contrast.tailSuspected() || contrast.tail() == Relation.SLOWER;
      return switch (this) {
        case RELATION -> contrast.typical() != Relation.UNDECIDED && tail;
        case REGRESSION -> contrast.isRegression() || (contrast.notSlower() && tail);
      };
    }
  }

  /** The result of the comparison. */
  public sealed interface Result {

    /** Both were measured on every shape. */
    record Compared(SequencedMap<String, Comparison> shapes) implements Result {}

    /**
     * One of them was rejected.
     *
     * @param variant 0 for the base, 1 for the other
     */
    record Refused(int variant, Rejected rejection) implements Result {}
  }

  /** The samples and the contrast of one shape. */
  public record Comparison(List<PairedSamples> pairs, Contrast contrast) {

    public Comparison {
      pairs = List.copyOf(pairs);
    }

    /** All samples of the base. */
    public Samples base() {
      return PairedSamples.bases(pairs);
    }

    /** All samples of the other. */
    public Samples other() {
      return PairedSamples.others(pairs);
    }
  }

  /** Rounds in one process on one shape. */
  private static final int ROUNDS = 60;

  private static final int ROUNDS_AT_LEAST = 20;
  private static final Duration SAMPLE = Duration.ofMillis(1);
  private static final Duration SHAPE_AT_MOST = Duration.ofSeconds(4);

  private final ComparisonRound round;
  private final ComparisonRule rule;
  private final int processesAtMost;
  private final RandomGenerator random;
  private final Consumer<String> progress;

  /**
   * @param round of the base and the other, in this order
   * @param progress takes one line for each step
   */
  public SequentialComparison(
      ComparisonRound round,
      ComparisonRule rule,
      int processesAtMost,
      RandomGenerator random,
      Consumer<String> progress) {
    if (processesAtMost < rule.confirmations()) {
      throw new IllegalArgumentException(
          "A difference is confirmed by %d processes, and at most %d are allowed."
              .formatted(rule.confirmations(), processesAtMost));
    }
    this.round = round;
    this.rule = rule;
    this.processesAtMost = processesAtMost;
    this.random = random;
    this.progress = progress;
  }

  /** How variants are measured in one process. */
  public static FinalsSettings settings(RandomGenerator random) {
    return new FinalsSettings(
        ROUNDS, ROUNDS_AT_LEAST, SAMPLE, SHAPE_AT_MOST, random.nextLong(), false);
  }

  /** Measures until the question is answered on every shape. */
  public Result settle(Question question) throws InterruptedException {
    var pairs = new LinkedHashMap<String, List<PairedSamples>>();
    var shapes = new LinkedHashMap<String, Comparison>();
    for (int process = 1; process <= processesAtMost; process++) {
      progress.accept("measuring, process %d of at most %d".formatted(process, processesAtMost));
      List<Outcome> outcomes = round.hold(settings(random));
      for (int variant = 0; variant < outcomes.size(); variant++) {
        if (outcomes.get(variant) instanceof Rejected rejection) {
          return new Result.Refused(variant, rejection);
        }
      }
      note(pairs, (Measured) outcomes.getFirst(), (Measured) outcomes.getLast());
      pairs.forEach(
          (shape, paired) ->
              shapes.put(shape, new Comparison(paired, rule.contrast(paired, random))));
      if (shapes.values().stream().map(Comparison::contrast).allMatch(question::isAnswered)) {
        break;
      }
    }
    return new Result.Compared(shapes);
  }

  private static void note(
      SequencedMap<String, List<PairedSamples>> pairs, Measured base, Measured other) {
    for (int i = 0; i < base.measurements().size(); i++) {
      Measurement first = base.measurements().get(i);
      Measurement second = other.measurements().get(i);
      pairs
          .computeIfAbsent(first.shape(), _ -> new ArrayList<>())
          .add(new PairedSamples(first.samples(), second.samples()));
    }
  }
}
