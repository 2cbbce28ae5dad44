package dev.evokernel.lab;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.replay.Recorded;

/** Evaluations of one run in their order, each configuration once. */
public record Trace(List<Step> steps) {

  /**
   * One evaluation.
   *
   * @param millis time; empty if the evaluation failed
   */
  public record Step(Configuration configuration, OptionalDouble millis, double seconds) {

    public static Step of(Recorded recorded) {
      return new Step(recorded.configuration(), recorded.millis(), recorded.cost().seconds());
    }
  }

  public Trace {
    steps = List.copyOf(steps);
  }

  /** End of each evaluation, in seconds. */
  double[] when() {
    double[] when = steps.stream().mapToDouble(Step::seconds).toArray();
    Arrays.parallelPrefix(when, Double::sum);
    return when;
  }

  /** Best time after each evaluation; infinite before the first valid evaluation. */
  public double[] best() {
    double[] best =
        steps.stream()
            .mapToDouble(step -> step.millis().orElse(Double.POSITIVE_INFINITY))
            .toArray();
    Arrays.parallelPrefix(best, Math::min);
    return best;
  }

  /** Evaluations until a time was reached; {@link Integer#MAX_VALUE} if it was not. */
  int until(double millis) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).millis().orElse(Double.POSITIVE_INFINITY) <= millis) {
        return i + 1;
      }
    }
    return Integer.MAX_VALUE;
  }

  /** Numbers of the evaluations, from 1. */
  double[] counts() {
    double[] counts = new double[steps.size()];
    Arrays.setAll(counts, i -> i + 1.0);
    return counts;
  }
}
