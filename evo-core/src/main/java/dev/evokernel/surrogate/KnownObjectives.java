package dev.evokernel.surrogate;

import java.util.stream.IntStream;

/**
 * What is known of a configuration.
 *
 * @param objectives on each shape, {@link Double#NaN} where it was not timed
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, never handed out.
record KnownObjectives(int[] choices, double[] objectives) {

  boolean isRejected() {
    for (double objective : objectives) {
      if (!Double.isNaN(objective)) {
        return false;
      }
    }
    return true;
  }

  /** On which it was timed; all, if it was rejected, since no other will be. */
  int[] shapes() {
    return IntStream.range(0, objectives.length)
        .filter(s -> isRejected() || !Double.isNaN(objectives[s]))
        .toArray();
  }
}
