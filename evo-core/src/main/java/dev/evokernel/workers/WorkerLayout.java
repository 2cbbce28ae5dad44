package dev.evokernel.workers;

import dev.evokernel.backend.Backend;

/**
 * The number of compile workers of a run on a machine, and the alternation of compiling and timing.
 */
public record WorkerLayout(int compileWorkers, boolean alternating) {

  /**
   * Evaluations in flight for each compile worker if compiling and timing overlap. One compiles,
   * and two wait for the device or the search. A fleet's search receives outcomes in order, so it
   * waits for the slowest.
   */
  private static final int OVERLAPPED = 3;

  /**
   * Evaluations in flight for each compile worker if compiling and timing alternate. Compile times
   * differ, and an idle core stays idle until the last compilation ends.
   */
  private static final int ALTERNATED = 4;

  /** Name of the system property with the greatest number of compile workers, for tests. */
  private static final String MOST = "evo.compile.workers";

  /** Most evaluations in flight, in populations: the search has not learned from them. */
  private static final int AT_MOST = 2;

  public WorkerLayout {
    if (compileWorkers < 1) {
      throw new IllegalArgumentException("compileWorkers must be ≥ 1, was " + compileWorkers + ".");
    }
  }

  /**
   * Assigns one compile worker to each core if compiling and timing alternate. If they overlap, one
   * core for each device is reserved for the threads that feed the device.
   */
  public static WorkerLayout of(Backend backend, int devices, int cores) {
    boolean alternating = backend.compilingDisturbsTiming();
    return new WorkerLayout(Math.max(1, alternating ? cores : cores - devices), alternating);
  }

  /** Chooses the layout on this machine, with at most {@link #MOST} compile workers. */
  public static WorkerLayout of(Backend backend, int devices) {
    WorkerLayout layout = of(backend, devices, Runtime.getRuntime().availableProcessors());
    int most = Integer.getInteger(MOST, layout.compileWorkers);
    return new WorkerLayout(Math.min(most, layout.compileWorkers), layout.alternating);
  }

  /**
   * Computes the number of evaluations in flight that keeps all workers busy: at most twice the
   * population for each device, and at least one for each compile worker and each device.
   */
  public int inFlight(int population, int devices) {
    int useful = (alternating ? ALTERNATED : OVERLAPPED) * compileWorkers;
    return Math.max(compileWorkers + devices, Math.min(useful, AT_MOST * population * devices));
  }
}
