package dev.evokernel.finals;

/**
 * The time of the finals that no finalist adds to, in nanoseconds.
 *
 * @param opening of a fresh process
 * @param ahead number of processes that each device opens before the first one measures
 * @param baselines until the programs of the first process's baselines are ready
 * @param sanitizing of the champion, or of all members of a portfolio
 * @param closing the end of all processes, the decision, and the files
 */
public record FinalsOverhead(
    long opening, int ahead, long baselines, long sanitizing, long closing) {

  /** Returns the time after the last process. */
  public long end() {
    return sanitizing + closing;
  }
}
