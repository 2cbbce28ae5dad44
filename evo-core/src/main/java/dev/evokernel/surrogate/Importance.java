package dev.evokernel.surrogate;

import module java.base;

/**
 * Importance of a kernel's parameters.
 *
 * @param explained share of the held-out variance that the model predicts: 1 is all, 0 or less is
 *     none
 * @param influences by total, greatest first, without parameters of one value
 * @param pairs by share, greatest first
 */
public record Importance(
    int evaluations,
    double explained,
    List<Influence> influences,
    List<Pair> pairs,
    RemainingGain remaining) {

  /** Smallest explained share at which the influences are reliable. */
  private static final double TRUSTED = 0.3;

  /**
   * Interaction of two parameters.
   *
   * @param share of the variance that they explain together beyond their separate shares
   */
  public record Pair(String one, String other, Band share) {}

  public boolean isTrusted() {
    return explained >= TRUSTED;
  }

  /**
   * Influence of one parameter.
   *
   * @param first share of the variance that the parameter explains alone: the first-order Sobol
   *     index
   * @param total share that vanishes when the parameter is fixed: the total Sobol index, which
   *     includes interactions
   * @param levels effects of its values, in order; of a long list, some
   */
  public record Influence(String name, Band first, Band total, List<Level> levels) {

    /** Smallest share of the variance that matters. */
    private static final double NOTHING = 0.01;

    public Influence {
      levels = List.copyOf(levels);
    }

    /**
     * Effect of one value of a parameter.
     *
     * @param average time relative to the mean over the valid values, all else equal; empty if no
     *     draw allows the value
     * @param best time relative to the best configuration's after a change to this value; empty if
     *     invalid
     * @param measured the same ratio as measured; empty if not measured
     */
    public record Level(
        String value, Optional<Band> average, Optional<Band> best, OptionalDouble measured) {}

    /** Whether the parameter may explain a noticeable share of the variance. */
    public boolean matters() {
      return total.high() >= NOTHING;
    }
  }
}
