package dev.evokernel.run.evaluation;

import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.space.SearchSpace;
import java.util.List;

/** Chooses which configurations a run evaluates, and in which order. */
@FunctionalInterface
public interface SearchStrategy {

  /**
   * Proposes configurations until the space is exhausted or the evaluator returns no more trials.
   *
   * @return which of them
   * @param initial the initial configurations; the first is the default and has to be evaluated
   *     before any other
   */
  Ending explore(SearchSpace space, List<InitialConfiguration> initial, DetailedEvaluator evaluator)
      throws InterruptedException;
}
