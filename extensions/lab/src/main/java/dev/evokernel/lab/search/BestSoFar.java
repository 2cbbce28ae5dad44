package dev.evokernel.lab.search;

import java.util.List;

/**
 * Best objective of a run after each of its evaluations.
 *
 * @param best never increasing, above 0, never empty
 */
public record BestSoFar(List<Double> best) {

  public BestSoFar {
    best = List.copyOf(best);
    if (best.isEmpty()) {
      throw new IllegalArgumentException("A run needs at least one evaluation.");
    }
  }

  /** Best after a number of evaluations, or at the end of a shorter run. */
  double after(int evaluations) {
    return best.get(Math.min(evaluations, best.size()) - 1);
  }

  boolean reaches(double target) {
    return best.getLast() <= target;
  }

  /** Evaluations until the target was reached; {@code granted} if it was not. */
  int until(double target, int granted) {
    for (int i = 0; i < best.size(); i++) {
      if (best.get(i) <= target) {
        return i + 1;
      }
    }
    return granted;
  }
}
