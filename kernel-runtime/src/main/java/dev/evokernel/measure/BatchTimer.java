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
   * Sample of a program in its turn of a round.
   *
   * @param nanos of the second fastest batch: a disturbance only slows a batch, and a program that
   *     skips its work once gains nothing
   * @param isDisturbed whether other processes held the cores in all batches but one
   */
  record Turn(long nanos, boolean isDisturbed) {

    /** Chooses among the undisturbed batches, or among all if they are too few. */
    public static Turn of(List<Long> undisturbed, List<Long> disturbed) {
      int second = Math.min(2, undisturbed.size() + disturbed.size());
      boolean isDisturbed = undisturbed.size() < second;
      return new Turn(
          Stream.concat(undisturbed.stream(), isDisturbed ? disturbed.stream() : Stream.empty())
              .sorted()
              .skip(second - 1)
              .findFirst()
              .orElseThrow(),
          isDisturbed);
    }
  }

  /**
   * Measures several batches in a row.
   *
   * @param most the most batches
   */
  default Turn turn(int launches, int most) {
    return Turn.of(Stream.generate(() -> sample(launches)).limit(most).toList(), List.of());
  }
}
