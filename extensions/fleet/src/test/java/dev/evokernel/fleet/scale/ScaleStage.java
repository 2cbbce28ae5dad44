package dev.evokernel.fleet.scale;

import java.util.Arrays;
import java.util.Locale;

/**
 * State of the coordinator of a long run after a number of evaluations. Times refer to the
 * evaluations since the previous stage.
 *
 * @param perSecond evaluations per second
 * @param proposal time of a proposal on the search's thread, learning included
 * @param bookkeepingMillis time per evaluation on the device's thread for storing results
 * @param processorMillis time per evaluation of all threads of the process
 * @param store bytes of the database
 * @param state bytes of the search's stored state; 0 before it exists
 */
record ScaleStage(
    int evaluations,
    double perSecond,
    Proposals proposal,
    double bookkeepingMillis,
    double processorMillis,
    ProcessMemory memory,
    long store,
    long state) {

  /**
   * Processor time of proposals, in milliseconds.
   *
   * @param most the maximum, of a proposal that includes a fit of the model
   */
  record Proposals(double mean, double p50, double p90, double most) {

    static Proposals of(long... nanos) {
      long[] sorted = nanos.clone();
      Arrays.sort(sorted);
      return new Proposals(
          Arrays.stream(sorted).average().orElse(0) / 1e6,
          at(0.5, sorted),
          at(0.9, sorted),
          at(1, sorted));
    }

    private static double at(double share, long... sorted) {
      return sorted.length == 0 ? 0 : sorted[(int) Math.round(share * (sorted.length - 1))] / 1e6;
    }
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,d evaluations, %.0f/s, %.2f ms a proposal, %s, evo.db %.0f MB",
        evaluations,
        perSecond,
        proposal.mean(),
        memory,
        store / 1e6);
  }
}
