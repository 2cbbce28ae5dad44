package dev.evokernel.search;

import java.util.List;
import java.util.Optional;

/** Measures configurations for a search: the search's only access to the outside. */
@FunctionalInterface
public interface Evaluator {

  /**
   * Starts to evaluate a valid configuration that was not proposed before in this search. Returns
   * at once, so that several evaluations are in flight.
   */
  Pending begin(Proposal proposal);

  /**
   * Chooses the outcomes that the search learns before it proposes again.
   *
   * @param learnt outcomes that the search knows
   * @param inFlight numbers of the candidates in flight, oldest first
   * @return some of these numbers, in the order of learning; at least one
   */
  default List<Integer> next(int learnt, List<Integer> inFlight) {
    return List.of(inFlight.getFirst());
  }

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
