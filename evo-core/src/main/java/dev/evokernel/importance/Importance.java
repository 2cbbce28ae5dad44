package dev.evokernel.importance;

import java.util.List;

/**
 * Importance of a kernel's parameters.
 *
 * @param evaluations number of measured evaluations
 * @param explained share of the held-out variance that the model predicts: 1 is all, 0 or less is
 *     none
 * @param influences by total, greatest first, without parameters of one value
 * @param pairs by share, greatest first
 * @param remaining expected gain of untried configurations
 */
public record Importance(
    int evaluations,
    double explained,
    List<Influence> influences,
    List<Pair> pairs,
    RemainingGain remaining) {

  /** Smallest explained share at which the influences are reliable. */
  private static final double TRUSTED = 0.3;

  public Importance {
    influences = List.copyOf(influences);
    pairs = List.copyOf(pairs);
  }

  /**
   * Interaction of two parameters.
   *
   * @param share of the variance that they explain together beyond their separate shares
   */
  public record Pair(String one, String other, Band share) {}

  public boolean isTrusted() {
    return explained >= TRUSTED;
  }
}
