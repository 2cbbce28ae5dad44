package dev.evokernel.run;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.SearchStates;
import dev.evokernel.store.Evaluation;

/** An evaluator beside which the state of a search is kept. */
record ResumableEvaluator(DetailedEvaluator evaluator, SearchStates states)
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
