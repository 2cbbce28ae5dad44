package dev.evokernel.run;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Migration;
import dev.evokernel.search.SearchStates;
import dev.evokernel.store.Evaluation;
import dev.evokernel.surrogate.ShapeOutputs;

/** An evaluator that also gives the whole evaluation behind the objective of a trial. */
public interface DetailedEvaluator extends Evaluator {

  /**
   * The evaluation of a configuration.
   *
   * @param configuration one whose trial was returned
   */
  Evaluation evaluation(Configuration configuration);

  /** What a search that takes all its trials from here learns of each. */
  default ShapeOutputs outputs() {
    return ShapeOutputs.SINGLE;
  }

  /** Where a search that takes all its trials from here may keep its state between sessions. */
  default SearchStates states() {
    return SearchStates.NONE;
  }

  /** What a search that takes all its trials from here takes over from others. */
  default Migration migration() {
    return Migration.NONE;
  }
}
