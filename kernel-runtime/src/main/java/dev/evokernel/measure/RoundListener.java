package dev.evokernel.measure;

/** Listener to the rounds of the finals. */
@FunctionalInterface
public interface RoundListener {

  /** Receives the end of a round, counted from 1, and the estimated total number of rounds. */
  void ended(int round, int about);
}
