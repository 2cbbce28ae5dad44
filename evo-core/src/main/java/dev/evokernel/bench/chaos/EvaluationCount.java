package dev.evokernel.bench.chaos;

import dev.evokernel.backend.EnvironmentException;
import java.time.Duration;

/** How many evaluations of a struck run have ended, as its coordinator says. Thread-safe. */
final class EvaluationCount {

  private final Duration patience;
  private int count;
  private boolean over;

  /**
   * @param patience without any evaluation, after which the run hangs
   */
  EvaluationCount(Duration patience) {
    this.patience = patience;
  }

  synchronized void reached(int evaluations) {
    count = Math.max(count, evaluations);
    notifyAll();
  }

  /** The run has ended. */
  synchronized void end() {
    over = true;
    notifyAll();
  }

  /**
   * Waits until so many have ended.
   *
   * @return false if the run ended before
   * @throws EnvironmentException if it hangs
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

  /** How many there are by now. */
  synchronized int now() {
    return count;
  }
}
