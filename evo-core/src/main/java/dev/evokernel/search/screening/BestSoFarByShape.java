package dev.evokernel.search.screening;

import dev.evokernel.search.population.Trial;
import java.util.Arrays;
import java.util.Optional;

/** The best so far, by the objective and on each shape. */
public final class BestSoFarByShape {

  private final double[] best;
  private Optional<Trial> champion = Optional.empty();

  public BestSoFarByShape(int shapes) {
    this.best = new double[shapes];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
  }

  /** The trial with the smallest objective; empty when none has one. */
  public Optional<Trial> champion() {
    return champion;
  }

  /**
   * Takes a trial in.
   *
   * @param share of the best objective
   * @return whether it improves on what was the best by the share; with several shapes, the
   *     geometric mean over them of the best on each
   */
  public boolean improves(Trial trial, double share) {
    double[] objectives = trial.objectives(best.length);
    boolean wasKnown = Arrays.stream(best).allMatch(Double::isFinite);
    boolean improves = wasKnown && isImprovement(objectives, share);
    for (int s = 0; s < best.length; s++) {
      if (objectives[s] < best[s]) {
        best[s] = objectives[s];
      }
    }
    if (trial.objective().isPresent()) {
      champion = Optional.of(champion.filter(one -> !trial.isBetterThan(one)).orElse(trial));
    }
    return improves;
  }

  private boolean isImprovement(double[] objectives, double share) {
    if (best.length == 1) { // An objective may be negative.
      return objectives[0] <= best[0] - share * Math.abs(best[0]);
    }
    double gain = 0;
    for (int s = 0; s < best.length; s++) {
      gain += objectives[s] < best[s] ? StrictMath.log(best[s] / objectives[s]) : 0;
    }
    return gain > 0 && gain / best.length >= -StrictMath.log1p(-share);
  }
}
