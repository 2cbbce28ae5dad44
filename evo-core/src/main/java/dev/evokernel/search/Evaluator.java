package dev.evokernel.search;

import java.util.List;

/** Finds out how good configurations are: the one thing that a search asks of the world. */
@FunctionalInterface
public interface Evaluator {

  /**
   * Evaluates a batch of valid configurations, none of which was proposed before in this search.
   *
   * @param batch never empty
   * @return one trial for each proposal, in the batch's order; fewer, from the front, when the
   *     budget is spent, and then the search ends
   */
  List<Trial> evaluate(List<Proposal> batch);
}
