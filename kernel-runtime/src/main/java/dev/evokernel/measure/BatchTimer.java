package dev.evokernel.measure;

import module java.base;

/** Timer of launches of one program on one shape. */
@FunctionalInterface
public interface BatchTimer {

  /** Launches back to back and returns the total nanoseconds. */
  long nanos(int launches);

  /** Restores the caches after another program, before a measured batch. */
  default long settle(int launches) {
    return nanos(launches);
  }

  /** Runs {@link #nanos} for a measured batch. */
  default long sample(int launches) {
    return nanos(launches);
  }

  /**
   * Measures several batches in a row and returns the nanoseconds of the second fastest: a
   * disturbance only slows a batch, and one that skips its work once gains nothing.
   */
  default long undisturbed(int launches, int batches) {
    return undisturbed(batches, _ -> sample(launches));
  }

  /** Measures batches by their position and returns the nanoseconds of the second fastest. */
  static long undisturbed(int batches, IntToLongFunction timed) {
    long[] nanos = IntStream.range(0, batches).mapToLong(timed).sorted().toArray();
    return nanos[Math.min(1, batches - 1)];
  }
}
