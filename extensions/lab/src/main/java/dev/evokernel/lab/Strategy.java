package dev.evokernel.lab;

import dev.evokernel.search.Evaluator;
import dev.evokernel.space.SearchSpace;

/** Search strategy that can be scored. */
@FunctionalInterface
public interface Strategy {

  /** Searches until the evaluator has no trial left or the space is exhausted. */
  void search(SearchSpace space, long seed, Evaluator evaluator);
}
