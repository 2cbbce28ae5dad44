package dev.evokernel.search.screening;

import dev.evokernel.search.population.Trial;
import java.util.Arrays;
import java.util.Optional;

/** Best results so far: the champion, and the best objective on each shape. */
public final class BestSoFarByShape {

  private final double[] best;
  private Optional<Trial> champion = Optional.empty();

  public BestSoFarByShape(int shapes) {
    this.best = new double[shapes];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
  }

  /** Trial with the smallest objective; empty if no trial has an objective. */
  public Optional<Trial> champion() {
    return champion;
  }

  /**
   * Records a trial.
   *
   * @param share share of the best objective
   * @return whether the trial improves the best by at least the share; with several shapes, the
   *     geometric mean of the best on each shape counts
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
      champion = Optional.of(champion.filter(best -> !trial.isBetterThan(best)).orElse(trial));
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
