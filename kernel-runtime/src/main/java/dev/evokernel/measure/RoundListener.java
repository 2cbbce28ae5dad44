package dev.evokernel.measure;

/** Listener to the rounds of the finals. */
@FunctionalInterface
public interface RoundListener {

  /**
   * Receives the end of a round.
   *
   * @param round number of the round, from 1
   * @param about estimated total number of rounds
   */
  void ended(int round, int about);
}
