package dev.evokernel.run.evaluation;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.SearchContext;
import dev.evokernel.store.record.Evaluation;

/** An evaluator that also gives the whole evaluation behind the objective of a trial. */
public interface DetailedEvaluator extends Evaluator {

  /**
   * The evaluation of a configuration.
   *
   * @param configuration one whose trial was returned
   */
  Evaluation evaluation(Configuration configuration);

  /** What the run tells a search that takes all its trials from here. */
  default SearchContext context() {
    return SearchContext.alone();
  }
}
