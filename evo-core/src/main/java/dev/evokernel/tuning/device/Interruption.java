package dev.evokernel.tuning.device;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Shutdown hook for Ctrl-C and SIGTERM. The hook asks the run to stop and gives the run a moment to
 * record its results. The virtual machine then exits with 130 or 143.
 */
public final class Interruption implements AutoCloseable {

  private static final long PATIENCE_MILLIS = 1_900;

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
      var _ = finished.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
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
