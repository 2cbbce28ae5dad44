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
   *
   * @param batches the most batches
   */
  default long undisturbed(int launches, int batches) {
    return undisturbed(
        IntStream.range(0, batches).mapToLong(_ -> sample(launches)).toArray(), batches);
  }

  /** The second fastest of the first batches. */
  static long undisturbed(long[] nanos, int batches) {
    long[] sorted = Arrays.copyOf(nanos, batches);
    Arrays.sort(sorted);
    return sorted[Math.min(1, batches - 1)];
  }
}
