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
   * Batches of a program in its turn of a round.
   *
   * @param nanos of each sample
   * @param isDisturbed whether other processes held the cores during one of the samples
   */
  record Turn(long[] nanos, boolean isDisturbed) {

    /** Chooses the undisturbed batches, and for the rest the fastest of the others. */
    public static Turn of(List<Long> undisturbed, List<Long> disturbed, int samples) {
      return new Turn(
          Stream.concat(undisturbed.stream(), disturbed.stream().sorted())
              .limit(samples)
              .mapToLong(nanos -> nanos)
              .toArray(),
          undisturbed.size() < samples);
    }
  }

  /**
   * Measures several batches in a row.
   *
   * @param samples undisturbed batches that are wanted
   * @param most the most batches; at least {@code samples}
   */
  default Turn turn(int launches, int samples, int most) {
    return new Turn(IntStream.range(0, samples).mapToLong(_ -> sample(launches)).toArray(), false);
  }
}
