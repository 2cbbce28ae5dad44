package dev.evokernel.run;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Evaluator;
import dev.evokernel.store.Evaluation;

/** A run's evaluator, which also tells what stands behind the one number of a trial. */
public interface DetailedEvaluator extends Evaluator {

  /**
   * How the evaluation ended.
   *
   * @param configuration one of which a trial came back
   */
  Evaluation evaluation(Configuration configuration);
}
