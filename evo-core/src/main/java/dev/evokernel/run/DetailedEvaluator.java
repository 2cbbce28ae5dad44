package dev.evokernel.run;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.SearchContext;
import dev.evokernel.store.Evaluation;

/** An evaluator that also returns the whole evaluation behind a trial. */
public interface DetailedEvaluator extends Evaluator {

  /** Returns the evaluation of a configuration. */
  Evaluation evaluation(Configuration configuration);

  /** Returns the context for a search that takes all its trials from this evaluator. */
  default SearchContext context() {
    return SearchContext.alone();
  }
}
