package dev.evokernel.measure;

/** Times launches of one program on one shape. */
@FunctionalInterface
public interface BatchTimer {

  /** Launches {@code launches} times back to back and returns the nanoseconds of all together. */
  long nanos(int launches);
}
