package dev.evokernel.search;

/**
 * When a search ends because what is left promises too little: after a number of proposals in a row
 * each of which, the most promising of those that wait, was expected to improve on the best by less
 * than a share.
 *
 * <p>The expectation is the one by which proposals are chosen, so that the same seed and the same
 * outcomes end a search at the same proposal.
 *
 * @param share of the best objective, from 0 to 1; at 0 the search never ends for this reason
 * @param proposals in a row, at least 1
 */
public record Patience(double share, int proposals) {

  /** Proposals in a row, if it is not told otherwise. */
  public static final int PROPOSALS = 50;

  /** The search goes on whatever it expects. */
  public static final Patience NEVER_ENDS = new Patience(0, PROPOSALS);

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
