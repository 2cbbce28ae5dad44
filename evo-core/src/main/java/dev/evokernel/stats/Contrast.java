package dev.evokernel.stats;

/**
 * How the time of one variant compares with another's on one shape.
 *
 * @param p50 how many times as fast it is at the median
 * @param typical what that says
 * @param p90 how many times as fast its slow launches are
 * @param tail what that says
 * @param pValue of the Mann-Whitney U test over all samples
 * @param cliffsDelta over all samples, positive for the faster
 * @param processes in which both were timed
 * @param notSlower whether the whole interval of p50 lies above what the margin allows to lose
 * @param tailSuspected whether p90 looks worse than the margin allows, confirmed or not
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

  /** Whether it is a regression: slower at the median, or in its slow launches. */
  public boolean isRegression() {
    return typical == Relation.SLOWER || tail == Relation.SLOWER;
  }
}
