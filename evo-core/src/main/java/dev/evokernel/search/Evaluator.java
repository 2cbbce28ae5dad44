package dev.evokernel.search;

import dev.evokernel.search.population.Trial;
import java.util.Optional;

/** Finds out how good configurations are: the one thing that a search asks of the world. */
@FunctionalInterface
public interface Evaluator {

  /**
   * Begins to evaluate a valid configuration that was not proposed before in this search. Returns
   * at once, so that several are in flight; which of them ends first changes nothing for the
   * search.
   */
  Pending begin(Proposal proposal);

  /** An evaluation in flight. */
  @FunctionalInterface
  interface Pending {

    /**
     * Waits for its end.
     *
     * @return what it taught; empty when the budget was spent before, and then the search ends
     */
    Optional<Trial> trial();
  }
}
