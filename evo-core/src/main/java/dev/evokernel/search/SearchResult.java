package dev.evokernel.search;

import dev.evokernel.search.population.Trial;
import java.util.Optional;

/**
 * How a search ended.
 *
 * @param champion the best trial; empty when everything was rejected
 * @param evaluations how many trials there were
 */
public record SearchResult(Optional<Trial> champion, long evaluations, Ending ending) {

  /** Why nothing further was proposed. */
  public enum Ending {
    /** The evaluator had no trial for a proposal. */
    BUDGET_SPENT,
    /** Every configuration of the space was tried. */
    SPACE_EXHAUSTED,
    /** What was left promised too little: {@link Patience}. */
    PATIENCE_SPENT
  }
}
