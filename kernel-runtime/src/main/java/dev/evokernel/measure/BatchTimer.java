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
   * Turn of a program.
   *
   * @param nanos of its fastest undisturbed batch; of its fastest, if there is none
   */
  record Turn(long nanos, boolean isDisturbed) {

    public static Turn of(List<Long> undisturbed, List<Long> disturbed) {
      boolean isDisturbed = undisturbed.isEmpty();
      return new Turn(Collections.min(isDisturbed ? disturbed : undisturbed), isDisturbed);
    }
  }

  /** Measures several batches in a row. */
  default Turn turn(int launches, int most) {
    return Turn.of(Stream.generate(() -> sample(launches)).limit(most).toList(), List.of());
  }
}
