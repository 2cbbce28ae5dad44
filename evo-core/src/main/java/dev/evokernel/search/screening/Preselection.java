package dev.evokernel.search.screening;

import dev.evokernel.search.population.Individual;
import dev.evokernel.search.population.Population;
import java.util.List;
import java.util.Optional;

/** Decides which offspring is proposed next. */
public interface Preselection {

  /**
   * What a preselection that is about to renew itself keeps, besides the outcomes that it has
   * learnt.
   *
   * @param hyperparameters of its model
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed on at once.
  record Kept(List<Individual> pool, double[] hyperparameters) {

    public Kept {
      pool = List.copyOf(pool);
    }
  }

  /** What is kept, if the next proposal follows a renewal; never, where nothing is renewed. */
  Optional<Kept> atRenewal();

  /** Learns an outcome of an earlier session; {@link #restore} follows. */
  void recall(int[] choices, double... objectives);

  /** Stands, after all outcomes of an earlier session, at the renewal that it had come to. */
  void restore(Kept kept);

  /**
   * The improvement that was expected of the latest proposal, as a share of the best objective; 1
   * without a model.
   */
  double expectedGain();

  /**
   * The next offspring, claimed, with the shapes on which it is worth being timed; empty when the
   * space is exhausted.
   */
  Optional<Individual> next(List<Population> populations, long generation);

  /** Is told of a candidate whose evaluation begins. */
  void begin(Individual candidate);

  /**
   * Learns what came of the oldest candidate that began.
   *
   * @param objectives one for each shape, {@link Double#NaN} where it has none
   */
  void learn(double... objectives);
}
