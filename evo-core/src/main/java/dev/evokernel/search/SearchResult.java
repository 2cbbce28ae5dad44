package dev.evokernel.search;

import java.util.Optional;

/**
 * How a search ended.
 *
 * @param champion the best trial; empty when everything was rejected
 * @param generations how many batches were evaluated, the last perhaps in part
 * @param evaluations how many trials there were
 */
public record SearchResult(
    Optional<Trial> champion, int generations, long evaluations, Ending ending) {

  /** Why no further batch was proposed. */
  public enum Ending {
    /** The evaluator returned fewer trials than were proposed. */
    BUDGET_SPENT,
    /** Every configuration of the space was tried. */
    SPACE_EXHAUSTED
  }
}
