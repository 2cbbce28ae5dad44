package dev.evokernel.health;

import module java.base;

/**
 * Wait for the end of a disturbance by other processes, for example before the finals.
 *
 * @param disturbance samples what disturbs the device, which takes a moment; empty if it is quiet
 */
public record QuietWait(Disturbance disturbance, LongSupplier nanoClock, Consumer<String> news) {

  @FunctionalInterface
  public interface Disturbance {
    Optional<?> sample() throws InterruptedException;
  }

  /** Waits until the device is quiet, or the time is over. */
  public void atMost(Duration time) throws InterruptedException {
    long end = nanoClock.getAsLong() + time.toNanos();
    Optional<?> seen = time.isPositive() ? disturbance.sample() : Optional.empty();
    if (seen.isPresent()) {
      news.accept(
          "Finals wait for quiet: %s (at most %d s)"
              .formatted(seen.get(), Math.ceilDiv(time.toMillis(), 1000)));
    }
    while (seen.isPresent() && nanoClock.getAsLong() - end < 0) {
      seen = disturbance.sample();
    }
  }
}
