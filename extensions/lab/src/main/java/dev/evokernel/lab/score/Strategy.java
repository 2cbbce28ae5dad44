package dev.evokernel.lab.score;

import dev.evokernel.search.Evaluator;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.space.SearchSpace;
import java.util.List;

/** Search strategy that can be scored. */
@FunctionalInterface
public interface Strategy {

  /**
   * Searches until the evaluator has no trial left or the space is exhausted.
   *
   * @param seed random seed
   * @param seeds initial configurations, tried first in this order
   */
  void search(SearchSpace space, long seed, List<InitialConfiguration> seeds, Evaluator evaluator);
}
