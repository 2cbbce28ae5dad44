package dev.evokernel.finals;

/**
 * The time until processes of the finals are open, in nanoseconds.
 *
 * @param opening of a fresh process
 * @param baselines until the programs of the baselines are ready in the first process
 * @param ahead number of processes that each device opens at once, before the first measures; 0 if
 *     it opens each in its turn
 * @param beside whether these open while finalists are examined
 * @param open whether these are open
 */
public record FinalsStart(long opening, long baselines, int ahead, boolean beside, boolean open) {

  /**
   * Returns the time from the end of a process to the next open one.
   *
   * @param position of the process among those of its device, from 0
   */
  public long of(int position) {
    boolean waits = position == 0 ? !open || ahead == 0 : position >= ahead;
    return waits ? opening : 0;
  }
}
