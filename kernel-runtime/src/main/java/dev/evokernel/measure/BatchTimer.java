package dev.evokernel.measure;

/** Times launches of one program on one shape. */
@FunctionalInterface
public interface BatchTimer {

  /** Launches {@code launches} times back to back and returns the nanoseconds of all together. */
  long nanos(int launches);

  /** Brings the caches back from another program, before a batch that counts. */
  default long settle(int launches) {
    return nanos(launches);
  }

  /** The same as {@link #nanos} for a batch that counts. */
  default long sample(int launches) {
    return nanos(launches);
  }
}
