package dev.evokernel.bench.study;

import dev.evokernel.measure.FinalsSettings;
import java.time.Duration;

/**
 * What the parts of a run take on a simulated device, in real time.
 *
 * @param opening a device process, with the reference on every shape
 * @param evaluation one candidate
 * @param examination one candidate with special inputs and on fuzzed shapes
 * @param verification one finalist before and after its rounds, on all shapes
 * @param sample one sample of one finalist on one shape
 * @param baselines from the start of the programs to their first answer; zero where there are none
 * @param sanitizing the champion
 */
public record SimulatedPace(
    Duration opening,
    Duration evaluation,
    Duration examination,
    Duration verification,
    Duration sample,
    Duration baselines,
    Duration sanitizing) {

  /** Opening and baselines as on an H200 with PyTorch; the others are assumed. */
  public static final SimulatedPace USUAL =
      new SimulatedPace(
          Duration.ofMillis(2000),
          Duration.ofMillis(250),
          Duration.ofMillis(500),
          Duration.ofMillis(150),
          Duration.ofMillis(2),
          Duration.ofSeconds(10),
          Duration.ofSeconds(3));

  public SimulatedPace withBaselines(Duration other) {
    return new SimulatedPace(
        opening, evaluation, examination, verification, sample, other, sanitizing);
  }

  /**
   * One process of the finals.
   *
   * @param finalists the default among them
   * @param left for the rounds, but for the least number of them
   */
  Duration finals(FinalsSettings settings, int finalists, int shapes, Duration left) {
    Duration round = sample.multipliedBy((long) finalists * shapes);
    Duration all = round.multipliedBy(settings.rounds());
    Duration least = round.multipliedBy(FinalsSettings.LEAST_ROUNDS);
    Duration inTime = all.compareTo(left) < 0 ? all : left;
    return opening
        .plus(settings.process().isFirst() ? baselines : Duration.ZERO)
        .plus(verification.multipliedBy(finalists))
        .plus(inTime.compareTo(least) < 0 ? least : inTime);
  }
}
