package dev.evokernel.replay;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Clock that advances only when time is spent on it. Thread-safe. */
public final class SimulatedClock implements LongSupplier {

  private static final double NANOS_PER_MILLI = 1e6;

  private final AtomicLong nanos = new AtomicLong();

  @Override
  public long getAsLong() {
    return nanos.get();
  }

  void spend(double millis) {
    nanos.addAndGet(nanos(millis));
  }

  static long nanos(double millis) {
    return Math.round(millis * NANOS_PER_MILLI);
  }
}
