package dev.evokernel.bench.study;

import java.util.List;

/**
 * How a run went: the best that it had found after each of its evaluations.
 *
 * @param best never increasing, above 0, never empty
 */
public record BestSoFar(List<Double> best) {

  public BestSoFar {
    best = List.copyOf(best);
    if (best.isEmpty()) {
      throw new IllegalArgumentException("A run without an evaluation has no course.");
    }
  }

  /** The best after so many evaluations, or in the end where there were fewer. */
  double after(int evaluations) {
    return best.get(Math.min(evaluations, best.size()) - 1);
  }

  /** Whether it reached the target. */
  boolean reaches(double target) {
    return best.getLast() <= target;
  }

  /** Evaluations until it reached the target; all that were granted where it did not. */
  int until(double target, int granted) {
    for (int i = 0; i < best.size(); i++) {
      if (best.get(i) <= target) {
        return i + 1;
      }
    }
    return granted;
  }
}
