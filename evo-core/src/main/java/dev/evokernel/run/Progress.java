package dev.evokernel.run;

import module java.base;

import dev.evokernel.outcome.Rejection;
import dev.evokernel.store.Budget;

/**
 * Progress of a run.
 *
 * @param rejections counts by reason
 * @param best the smallest objective so far: time relative to the default. In a search for a
 *     portfolio, the best of each shape combined. Empty before the first measurement
 * @param spent wall time, earlier sessions included
 */
public record Progress(
    int generation,
    long evaluations,
    Map<Rejection, Integer> rejections,
    OptionalDouble best,
    Duration spent,
    Budget budget) {

  public Progress {
    rejections = Map.copyOf(new TreeMap<>(rejections));
  }

  public int rejected() {
    return rejections.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Returns the speed-up of the best over the default; empty before the first measurement. */
  public OptionalDouble speedUp() {
    return best.isPresent() ? OptionalDouble.of(1 / best.getAsDouble()) : OptionalDouble.empty();
  }

  /**
   * Returns the spent share of the budget, of its time or of its evaluations, whichever is larger.
   */
  public double share() {
    double time = (double) spent.toMillis() / budget.wall().toMillis();
    double count = (double) evaluations / budget.evaluations();
    return Math.max(time, count);
  }
}
