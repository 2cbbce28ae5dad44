package dev.evokernel.replay;

import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Samples;

/** Recorded result of one configuration. */
public sealed interface Reading {

  /**
   * Successful result.
   *
   * @param millis time by which the recording tuner judged it, usually the mean of its samples
   * @param samples raw times; {@code millis} alone if the file has no others
   */
  record Timed(double millis, Samples samples) implements Reading {
    public Timed {
      if (!(millis > 0 && Double.isFinite(millis))) {
        throw new IllegalArgumentException("millis must be finite and > 0, was " + millis + ".");
      }
    }
  }

  /**
   * Failed result.
   *
   * @param reason nearest reason of evo
   * @param message value of the file in place of a time
   */
  record Failed(Rejection reason, String message) implements Reading {}
}
