package dev.evokernel.health;

import java.time.Duration;

/** Lets time pass. */
@FunctionalInterface
public interface Pause {

  void sleep(Duration time) throws InterruptedException;

  /** By the clock on the wall. */
  static Pause real() {
    return Thread::sleep;
  }
}
