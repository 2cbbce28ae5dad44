package dev.evokernel.finals;

/**
 * The time after the last process of the finals, in nanoseconds.
 *
 * @param sanitizing of the champion, or of all members of a portfolio
 * @param closing the end of all processes, the decision, and the files
 */
public record FinalsEnd(long sanitizing, long closing) {

  public long nanos() {
    return sanitizing + closing;
  }
}
