package dev.evokernel.measure;

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

  /** Measures several batches in a row and returns the nanoseconds of the fastest. */
  default long fastest(int launches, int batches) {
    long fastest = Long.MAX_VALUE;
    for (int i = 0; i < batches; i++) {
      fastest = Math.min(fastest, sample(launches));
    }
    return fastest;
  }
}
