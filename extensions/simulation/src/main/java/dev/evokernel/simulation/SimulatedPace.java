package dev.evokernel.simulation;

import dev.evokernel.measure.FinalsSettings;
import java.time.Duration;

/**
 * Real time that each part of a run takes on a simulated device.
 *
 * @param opening start of a device process, with the reference on every shape
 * @param evaluation of one candidate
 * @param examination of one candidate with special inputs and on fuzzed shapes
 * @param verification of one finalist before and after its rounds, on all shapes
 * @param sample of one finalist on one shape
 * @param baselines from the start of the baseline programs to their first answer; zero without them
 * @param sanitizing of the champion
 */
public record SimulatedPace(
    Duration opening,
    Duration evaluation,
    Duration examination,
    Duration verification,
    Duration sample,
    Duration baselines,
    Duration sanitizing) {

  /** Part of a run that takes time. */
  public enum Part {
    OPENING,
    EVALUATING,
    EXAMINING,
    /** A process of the finals. */
    PROCESSES,
    SANITIZING
  }

  /** Passage of the time that a part takes. */
  @FunctionalInterface
  public interface Passing {

    void pass(Part part, Duration time) throws InterruptedException;
  }

  /** Opening and baselines as measured on an H200 with PyTorch; the other values are assumed. */
  public static final SimulatedPace USUAL =
      new SimulatedPace(
          Duration.ofMillis(2000),
          Duration.ofMillis(250),
          Duration.ofMillis(500),
          Duration.ofMillis(150),
          Duration.ofMillis(2),
          Duration.ofSeconds(10),
          Duration.ofSeconds(3));

  /** Pace of devices on which only evaluations take time. */
  public static SimulatedPace ofEvaluations(Duration each) {
    Duration none = Duration.ZERO;
    return new SimulatedPace(none, each, none, none, none, none, none);
  }

  public SimulatedPace withBaselines(Duration start) {
    return new SimulatedPace(
        opening, evaluation, examination, verification, sample, start, sanitizing);
  }

  /**
   * Duration of one process of the finals, once it is open.
   *
   * @param finalists including the default
   * @param left time left for the rounds; the minimum number of rounds takes place in any case
   */
  public Duration finals(FinalsSettings settings, int finalists, int shapes, Duration left) {
    Duration round = sample.multipliedBy((long) finalists * shapes);
    Duration all = round.multipliedBy(settings.rounds());
    Duration least = round.multipliedBy(FinalsSettings.LEAST_ROUNDS);
    Duration inTime = all.compareTo(left) < 0 ? all : left;
    return verification
        .multipliedBy(finalists)
        .plus(settings.process().isFirst() ? baselines : Duration.ZERO)
        .plus(inTime.compareTo(least) < 0 ? least : inTime);
  }
}
