package dev.evokernel.workers;

import dev.evokernel.backend.Backend;

/**
 * How a machine's cores are put to work for one device.
 *
 * @param compileWorkers processes that compile at once
 * @param alternating whether compiling and timing take turns, instead of going on at once
 */
public record WorkerLayout(int compileWorkers, boolean alternating) {

  /**
   * In flight for each compile worker where it compiles while the device evaluates: one compiles,
   * and two wait for their turn with the device or with the search, which learns in order and so is
   * held up by the slowest.
   */
  private static final int OVERLAPPED = 3;

  /**
   * The same where they alternate: some compilations take longer than others, and a core whose
   * share is done stands still until the last is.
   */
  private static final int ALTERNATED = 4;

  /** Of the population: what is in flight has not been learnt from. */
  private static final int AT_MOST = 2;

  public WorkerLayout {
    if (compileWorkers < 1) {
      throw new IllegalArgumentException(
          "Somebody must compile, and " + compileWorkers + " compile workers cannot.");
    }
  }

  /**
   * Every core compiles; but one is left alone where the device needs somebody to feed it
   * meanwhile.
   */
  public static WorkerLayout of(Backend backend, int cores) {
    boolean alternating = backend.compilingDisturbsTiming();
    return new WorkerLayout(Math.max(1, alternating ? cores : cores - 1), alternating);
  }

  /** On this machine. */
  public static WorkerLayout of(Backend backend) {
    return of(backend, Runtime.getRuntime().availableProcessors());
  }

  /**
   * How many evaluations should be in flight: enough that no worker waits for another, but no more
   * than a search can make up for. Never less than one for each worker and one for the device.
   */
  public int inFlight(int population) {
    int useful = (alternating ? ALTERNATED : OVERLAPPED) * compileWorkers;
    return Math.max(compileWorkers + 1, Math.min(useful, AT_MOST * population));
  }
}
