package dev.evokernel.measure;

/** Hears of the rounds of finals, between two of them. */
@FunctionalInterface
public interface RoundListener {

  /**
   * A round is over.
   *
   * @param round the first is 1
   * @param about how many there will be, as far as the time taken so far tells
   */
  void ended(int round, int about);
}
