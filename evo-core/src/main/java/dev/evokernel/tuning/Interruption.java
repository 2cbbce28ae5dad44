package dev.evokernel.tuning;

import module java.base;

/**
 * Shutdown hook for Ctrl-C and SIGTERM. The hook asks the run to stop and gives the run a moment to
 * record its results. The virtual machine then exits with 130 or 143.
 */
public final class Interruption implements AutoCloseable {

  /** Name of the environment variable with another patience, for a machine on which all is slow. */
  public static final String PATIENCE = "EVO_PARTING_MILLIS";

  private static final String PATIENCE_MILLIS = "1900";

  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook;

  public Interruption(Runnable stop) {
    hook =
        new Thread(
            () -> {
              stop.run();
              awaitEnd();
            },
            "interruption");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void awaitEnd() {
    try {
      // A run that takes longer is cut off: everything that matters is on disk already.
      long millis = Long.parseLong(System.getenv().getOrDefault(PATIENCE, PATIENCE_MILLIS));
      var _ = finished.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Removes the hook after the run. */
  @Override
  public void close() {
    finished.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The virtual machine is shutting down, so the hook has run.
    }
  }
}
