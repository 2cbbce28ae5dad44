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
import java.util.stream.DoubleStream;

/**
 * Two contenders, the base and the other, in one fresh process after another until it is known how
 * they stand to each other, or until it has been tried often enough.
 *
 * <p>More processes and not more rounds in one: what is left to doubt after sixty rounds is mostly
 * the process's own bias. A difference is never called after one.
 */
public final class SequentialComparison {

  /** When there is no need to go on, shape by shape. */
  public enum Question {
    /** Faster, slower or the same? */
    RELATION,
    /** Is the other a regression? How much faster it may be is of no interest. */
    REGRESSION;

    /** A tail that looks worse must be confirmed, or found to be chance. */
    boolean isAnswered(Contrast contrast) {
      boolean tail = !contrast.tailSuspected() || contrast.tail() == Relation.SLOWER;
      return switch (this) {
        case RELATION -> contrast.typical() != Relation.UNDECIDED && tail;
        case REGRESSION -> contrast.isRegression() || (contrast.notSlower() && tail);
      };
    }
  }

  /** How a duel ended. */
  public sealed interface Result {

    /** Both were right and were measured, on every shape. */
    record Compared(SequencedMap<String, Comparison> shapes) implements Result {}

    /**
     * One of them was refused.
     *
     * @param contender 0 for the base, 1 for the other
     */
    record Refused(int contender, Rejected rejection) implements Result {}
  }

  /** What is known of one shape. */
  public record Comparison(List<PairedSamples> encounters, Contrast contrast) {

    public Comparison {
      encounters = List.copyOf(encounters);
    }

    /** All samples of the base. */
    public Samples base() {
      return all(encounters.stream().map(PairedSamples::base).toList());
    }

    /** All samples of the other. */
    public Samples other() {
      return all(encounters.stream().map(PairedSamples::other).toList());
    }

    private static Samples all(List<Samples> parts) {
      return Samples.of(
          parts.stream().flatMapToDouble(part -> DoubleStream.of(part.nanos())).toArray());
    }
  }

  /** In one process, on one shape. */
  private static final int ROUNDS = 60;

  private static final int ROUNDS_AT_LEAST = 20;
  private static final Duration SAMPLE = Duration.ofMillis(1);
  private static final Duration SHAPE_AT_MOST = Duration.ofSeconds(4);

  private final ComparisonRound bout;
  private final ComparisonRule rule;
  private final int processesAtMost;
  private final RandomGenerator random;
  private final Consumer<String> progress;

  /**
   * @param bout of the base and the other, in this order
   * @param progress hears what is going on
   */
  public SequentialComparison(
      ComparisonRound bout,
      ComparisonRule rule,
      int processesAtMost,
      RandomGenerator random,
      Consumer<String> progress) {
    if (processesAtMost < rule.confirmations()) {
      throw new IllegalArgumentException(
          "A difference is confirmed by %d processes, and at most %d are allowed."
              .formatted(rule.confirmations(), processesAtMost));
    }
    this.bout = bout;
    this.rule = rule;
    this.processesAtMost = processesAtMost;
    this.random = random;
    this.progress = progress;
  }

  /** How contenders are measured in one process. */
  public static FinalsSettings settings(RandomGenerator random) {
    return new FinalsSettings(
        ROUNDS, ROUNDS_AT_LEAST, SAMPLE, SHAPE_AT_MOST, random.nextLong(), false);
  }

  /** Measures until the question is answered on every shape. */
  public Result settle(Question question) throws InterruptedException {
    var encounters = new LinkedHashMap<String, List<PairedSamples>>();
    var shapes = new LinkedHashMap<String, Comparison>();
    for (int process = 1; process <= processesAtMost; process++) {
      progress.accept("measuring, process %d of at most %d".formatted(process, processesAtMost));
      List<Outcome> outcomes = bout.hold(settings(random));
      for (int contender = 0; contender < outcomes.size(); contender++) {
        if (outcomes.get(contender) instanceof Rejected rejection) {
          return new Result.Refused(contender, rejection);
        }
      }
      note(encounters, (Measured) outcomes.getFirst(), (Measured) outcomes.getLast());
      encounters.forEach(
          (shape, met) -> shapes.put(shape, new Comparison(met, rule.contrast(met, random))));
      if (shapes.values().stream().map(Comparison::contrast).allMatch(question::isAnswered)) {
        break;
      }
    }
    return new Result.Compared(shapes);
  }

  private static void note(
      SequencedMap<String, List<PairedSamples>> encounters, Measured base, Measured other) {
    for (int i = 0; i < base.measurements().size(); i++) {
      Measurement first = base.measurements().get(i);
      Measurement second = other.measurements().get(i);
      encounters
          .computeIfAbsent(first.shape(), _ -> new ArrayList<>())
          .add(new PairedSamples(first.samples(), second.samples()));
    }
  }
}
