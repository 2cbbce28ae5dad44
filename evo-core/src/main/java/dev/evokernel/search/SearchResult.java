package dev.evokernel.search;

import java.util.Optional;

/**
 * End of a search.
 *
 * @param champion the best trial; empty if everything was rejected
 */
public record SearchResult(Optional<Trial> champion, long evaluations, Ending ending) {

  /** Reason why the search made no further proposal. */
  public enum Ending {
    /** The evaluator had no trial for a proposal. */
    BUDGET_SPENT,
    /** Every configuration of the space was tried. */
    SPACE_EXHAUSTED,
    /** The expected gain was too small: {@link SearchSettings.Patience}. */
    PATIENCE_SPENT
  }
}
