package dev.evokernel.run;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Migration;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.SearchStates;
import dev.evokernel.store.Evaluation;
import dev.evokernel.surrogate.ShapeOutputs;

/** An evaluator beside which the state of a search is kept, and what it takes over. */
record ResumableEvaluator(
    DetailedEvaluator evaluator, SearchStates states, ShapeOutputs outputs, Migration migration)
    implements DetailedEvaluator {

  @Override
  public Pending begin(Proposal proposal) {
    return evaluator.begin(proposal);
  }

  @Override
  public Evaluation evaluation(Configuration configuration) {
    return evaluator.evaluation(configuration);
  }
}
