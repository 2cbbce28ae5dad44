package dev.evokernel.tuning.device;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and SIGTERM while a run goes on: ask it to stop, and give it a moment to write down what
 * it has. The virtual machine ends with 130 or 143 by itself.
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
      // What has not ended by then is cut off: all that counts is on disk already.
      var _ = finished.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The run is over. */
  @Override
  public void close() {
    finished.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The virtual machine is on its way out, which is what the hook was for.
    }
  }
}
