package dev.evokernel.search;

import dev.evokernel.search.population.Trial;
import java.util.Optional;

/** Measures configurations for a search: the search's only access to the outside. */
@FunctionalInterface
public interface Evaluator {

  /**
   * Starts to evaluate a valid configuration that was not proposed before in this search. Returns
   * at once, so that several evaluations are in flight. The order of their ends has no influence on
   * the search.
   */
  Pending begin(Proposal proposal);

  /** Evaluation in flight. */
  @FunctionalInterface
  interface Pending {

    /**
     * Waits for the end of the evaluation.
     *
     * @return the trial; empty when the budget was spent first, which ends the search
     */
    Optional<Trial> trial();
  }
}
