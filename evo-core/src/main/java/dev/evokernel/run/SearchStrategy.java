package dev.evokernel.run;

import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.space.SearchSpace;
import java.util.List;

/** A strategy that chooses the configurations of a run and their order. */
@FunctionalInterface
public interface SearchStrategy {

  /**
   * Proposes configurations until the space is exhausted or the evaluator returns no more trials.
   *
   * @return the reason for the end
   * @param initial the initial configurations; the first is the default, which must be evaluated
   *     before any other
   */
  Ending explore(SearchSpace space, List<InitialConfiguration> initial, DetailedEvaluator evaluator)
      throws InterruptedException;
}
