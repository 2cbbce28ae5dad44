package dev.evokernel.surrogate;

import java.util.stream.IntStream;

/**
 * Evaluated configuration.
 *
 * @param objectives on each shape, {@link Double#NaN} if it was not timed there
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

  /**
   * Shapes on which it was timed; all shapes if it was rejected, because no other will be timed.
   */
  int[] shapes() {
    return IntStream.range(0, objectives.length)
        .filter(s -> isRejected() || !Double.isNaN(objectives[s]))
        .toArray();
  }
}
