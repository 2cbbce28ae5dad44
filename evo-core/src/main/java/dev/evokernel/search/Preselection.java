package dev.evokernel.search;

import java.util.List;
import java.util.Optional;

/** Choice of the offspring to propose next. */
interface Preselection {

  /** State that a preselection stores at a refit, apart from the learnt outcomes. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared by content.
  record Kept(List<Individual> pool, double[] hyperparameters) {

    public Kept {
      pool = List.copyOf(pool);
    }
  }

  /** No preselection: the next offspring is proposed. */
  static Preselection none(VariationOperators operators, ProposedSet proposed) {
    return (populations, generation) ->
        operators.bring(1, populations, generation).stream()
            .filter(candidate -> proposed.claim(candidate.choices()))
            .findFirst();
  }

  /** State to store if the next proposal follows a refit; empty without a model. */
  default Optional<Kept> atRenewal() {
    return Optional.empty();
  }

  /** Learns an outcome of an earlier session; {@link #restore} follows. */
  default void recall(int[] choices, double... objectives) {
    throw new UnsupportedOperationException("A search without a model stores no state.");
  }

  /** Restores the state of a refit, after all outcomes of the earlier session. */
  default void restore(Kept kept) {}

  /**
   * Expected improvement of the latest proposal, as a share of the best objective; 1 without a
   * model.
   */
  default double expectedGain() {
    return 1;
  }

  /** Claims the next offspring, with the shapes worth timing; empty when the space is exhausted. */
  Optional<Individual> next(List<Population> populations, long generation);

  default void begin(Individual candidate) {}

  /**
   * Learns the outcome of an evaluation in flight.
   *
   * @param flight its position among those in flight, 0 for the oldest
   * @param objectives one for each shape, {@link Double#NaN} where missing
   */
  default void learn(int flight, double... objectives) {}
}
