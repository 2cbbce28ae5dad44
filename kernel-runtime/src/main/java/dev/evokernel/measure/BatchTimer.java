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

  /** Whether other processes held the cores during the last batch. */
  default boolean wasDisturbed() {
    return false;
  }

  /**
   * Sample of several batches.
   *
   * @param nanos the second fastest: a disturbance only slows a batch, and one that skips its work
   *     once gains nothing
   * @param isDisturbed whether other processes held the cores in all of them but one
   */
  record Best(long nanos, boolean isDisturbed) {

    /**
     * Chooses among the first batches.
     *
     * @param quiet how many of them were undisturbed
     */
    public static Best of(long[] nanos, int batches, int quiet) {
      long[] sorted = Arrays.copyOf(nanos, batches);
      Arrays.sort(sorted);
      int chosen = Math.min(1, batches - 1);
      return new Best(sorted[chosen], quiet <= chosen);
    }
  }

  /**
   * Measures several batches in a row.
   *
   * @param most the most batches
   */
  default Best best(int launches, int most) {
    long[] nanos = IntStream.range(0, most).mapToLong(_ -> sample(launches)).toArray();
    return Best.of(nanos, most, most);
  }
}
