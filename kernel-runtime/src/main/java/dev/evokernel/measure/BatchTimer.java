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
}
