package dev.evokernel.run;

import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.space.SearchSpace;
import java.util.List;

/** Which configurations a run looks at, and in which order; a search, as a rule. */
@FunctionalInterface
public interface SearchStrategy {

  /**
   * Has configurations evaluated until there is nothing more to learn, or the evaluator no longer
   * answers.
   *
   * @param seeds the default first, which has to be evaluated before anything else
   */
  void explore(SearchSpace space, List<InitialConfiguration> seeds, DetailedEvaluator evaluator)
      throws InterruptedException;
}
