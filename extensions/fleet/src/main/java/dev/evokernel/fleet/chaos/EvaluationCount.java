package dev.evokernel.fleet.chaos;

import dev.evokernel.backend.file.EnvironmentException;
import java.time.Duration;

/** Number of completed evaluations, as the coordinator reports them. Thread-safe. */
final class EvaluationCount {

  private final Duration patience;
  private int count;
  private boolean over;

  /**
   * @param patience time without a completed evaluation after which the run hangs
   */
  EvaluationCount(Duration patience) {
    this.patience = patience;
  }

  synchronized void reached(int evaluations) {
    count = Math.max(count, evaluations);
    notifyAll();
  }

  synchronized void end() {
    over = true;
    notifyAll();
  }

  /**
   * Waits for a number of completed evaluations.
   *
   * @return false if the run ended before
   * @throws EnvironmentException if the run hangs
   */
  synchronized boolean await(int evaluations) throws InterruptedException {
    int known = count;
    long deadline = System.nanoTime() + patience.toNanos();
    while (count < evaluations && !over) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw new EnvironmentException(
            "The run hangs: no evaluation has ended for %d s, after %d."
                .formatted(patience.toSeconds(), count));
      }
      wait(Math.max(1, left / 1_000_000));
      if (count > known) {
        known = count;
        deadline = System.nanoTime() + patience.toNanos();
      }
    }
    return count >= evaluations;
  }

  synchronized int now() {
    return count;
  }
}
