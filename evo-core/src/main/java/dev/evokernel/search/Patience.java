package dev.evokernel.search;

/**
 * Stopping rule by expected improvement. A search ends after a number of consecutive proposals that
 * were each expected to improve on the best by less than a share.
 *
 * <p>The expectation is the acquisition function that ranks proposals. Equal seeds and outcomes
 * therefore end a search at the same proposal.
 *
 * @param share share of the best objective, at least 0 and below 1; 0 disables the rule
 * @param proposals consecutive proposals, at least 1
 */
public record Patience(double share, int proposals) {

  /** Default number of consecutive proposals. */
  public static final int PROPOSALS = 50;

  /** Disables the rule. */
  public static final Patience NEVER_ENDS = new Patience(0, PROPOSALS);

  /** Ends a search whose verdict is confirmed: {@code stop: decided} in {@code evo.yaml}. */
  public static final Patience DECIDED = new Patience(0.01, PROPOSALS);

  public Patience {
    if (!(share >= 0 && share < 1)) {
      throw new IllegalArgumentException(
          "stop.patience must be at least 0% and below 100%, was " + 100 * share + "%.");
    }
    if (proposals < 1) {
      throw new IllegalArgumentException("stop.proposals must be ≥ 1, was " + proposals + ".");
    }
  }

  public boolean canEnd() {
    return share > 0;
  }
}
