package dev.evokernel.bench.score;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.replay.Recorded;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What one run tried, each configuration once, in the order of evaluation.
 *
 * @param steps in that order
 */
public record Trace(List<Step> steps) {

  /**
   * One evaluation.
   *
   * @param millis its time; empty when it failed
   * @param seconds what it cost
   */
  public record Step(Configuration configuration, OptionalDouble millis, double seconds) {

    static Step of(Recorded recorded) {
      return new Step(recorded.configuration(), recorded.millis(), recorded.cost().seconds());
    }
  }

  public Trace {
    steps = List.copyOf(steps);
  }

  /** When each evaluation was complete, in seconds. */
  double[] when() {
    double[] when = steps.stream().mapToDouble(Step::seconds).toArray();
    Arrays.parallelPrefix(when, Double::sum);
    return when;
  }

  /** The best time after each evaluation; infinite before the first valid one. */
  double[] best() {
    double[] best =
        steps.stream()
            .mapToDouble(step -> step.millis().orElse(Double.POSITIVE_INFINITY))
            .toArray();
    Arrays.parallelPrefix(best, Math::min);
    return best;
  }

  /** Evaluations until one was as fast as that; the greatest number where none was. */
  int until(double millis) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).millis().orElse(Double.POSITIVE_INFINITY) <= millis) {
        return i + 1;
      }
    }
    return Integer.MAX_VALUE;
  }

  /** The numbers of the evaluations, from 1. */
  double[] counts() {
    double[] counts = new double[steps.size()];
    Arrays.setAll(counts, i -> i + 1.0);
    return counts;
  }
}
