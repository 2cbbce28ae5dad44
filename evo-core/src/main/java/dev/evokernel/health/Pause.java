package dev.evokernel.health;

import java.time.Duration;

/** Waits for a duration. */
@FunctionalInterface
public interface Pause {

  void sleep(Duration time) throws InterruptedException;
}
