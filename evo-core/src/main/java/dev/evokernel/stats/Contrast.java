package dev.evokernel.stats;

import dev.evokernel.kernel.yaml.Labelled;

/**
 * Comparison of two variants on one shape.
 *
 * @param p50 speed-up at the median
 * @param typical conclusion from p50
 * @param p90 speed-up of the slow launches
 * @param tail conclusion from p90
 * @param pValue of the Mann-Whitney U test over all samples
 * @param cliffsDelta over all samples, positive for the faster
 * @param processes that timed both
 * @param notSlower whether the whole interval of p50 lies above the margin's lower end
 * @param tailSuspected whether p90 looks worse than the margin, confirmed or not
 */
public record Contrast(
    RatioEstimate p50,
    Relation typical,
    RatioEstimate p90,
    Relation tail,
    double pValue,
    double cliffsDelta,
    int processes,
    boolean notSlower,
    boolean tailSuspected) {

  /** Finds a regression of the variant, at the median or at p90. */
  public boolean isRegression() {
    return typical == Relation.SLOWER || tail == Relation.SLOWER;
  }

  /** Conclusion of a comparison of two variants on one shape. */
  public enum Relation implements Labelled {
    FASTER,
    /** The whole interval lies within the margin. */
    SAME,
    SLOWER,
    /** Too few samples for the noise. */
    UNDECIDED
  }
}
