package dev.evokernel.importance;

import java.util.List;

/**
 * Which parameters matter.
 *
 * @param evaluations that were measured, on which all of it rests
 * @param explained the share of the variance of what was held out that the model predicts: 1 is all
 *     of it, 0 or less nothing
 * @param influences by their total, the greatest first; those with one value are left out
 * @param pairs by their share, the greatest first
 * @param remaining what is still to be gained
 */
public record Importance(
    int evaluations,
    double explained,
    List<Influence> influences,
    List<Pair> pairs,
    RemainingGain remaining) {

  /** Below so much of the variance predicted, what the model says of parameters is a guess. */
  private static final double TRUSTED = 0.3;

  public Importance {
    influences = List.copyOf(influences);
    pairs = List.copyOf(pairs);
  }

  /**
   * Two parameters.
   *
   * @param share of the variance that they explain together, beyond what each does by itself
   */
  public record Pair(String one, String other, Band share) {}

  public boolean isTrusted() {
    return explained >= TRUSTED;
  }
}
