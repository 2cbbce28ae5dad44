package dev.evokernel.workers;

import dev.evokernel.backend.Backend;

/**
 * How many compile workers a run gets on a machine, and whether compiling and timing alternate.
 *
 * @param compileWorkers compile processes; at least 1
 * @param alternating whether compiling and timing take turns instead of overlapping
 */
public record WorkerLayout(int compileWorkers, boolean alternating) {

  /**
   * Evaluations in flight for each compile worker where compiling and timing overlap: one compiles,
   * and two wait for the device or for the search, which receives outcomes in order and so waits
   * for the slowest.
   */
  private static final int OVERLAPPED = 3;

  /**
   * Evaluations in flight for each compile worker where compiling and timing alternate:
   * compilations differ in length, and a core without work is idle until the last one ends.
   */
  private static final int ALTERNATED = 4;

  /** Evaluations in flight at most, in populations: the search has not learnt from them. */
  private static final int AT_MOST = 2;

  public WorkerLayout {
    if (compileWorkers < 1) {
      throw new IllegalArgumentException("compileWorkers must be ≥ 1, was " + compileWorkers + ".");
    }
  }

  /**
   * One compile worker a core where compiling and timing alternate; where they overlap, one core
   * less for each device, for the threads that feed it.
   */
  public static WorkerLayout of(Backend backend, int devices, int cores) {
    boolean alternating = backend.compilingDisturbsTiming();
    return new WorkerLayout(Math.max(1, alternating ? cores : cores - devices), alternating);
  }

  /** The layout on this machine. */
  public static WorkerLayout of(Backend backend, int devices) {
    return of(backend, devices, Runtime.getRuntime().availableProcessors());
  }

  /** The layout of one device on this machine. */
  public static WorkerLayout of(Backend backend) {
    return of(backend, 1);
  }

  /**
   * How many evaluations should be in flight: enough that no worker is idle, at most twice the
   * population for each device, and at least one for each compile worker and one for each device.
   */
  public int inFlight(int population, int devices) {
    int useful = (alternating ? ALTERNATED : OVERLAPPED) * compileWorkers;
    return Math.max(compileWorkers + devices, Math.min(useful, AT_MOST * population * devices));
  }
}
