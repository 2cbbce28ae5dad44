package dev.evokernel.replay;

import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Samples;

/** What the recording says of one configuration. */
public sealed interface Reading {

  /**
   * It worked.
   *
   * @param millis the time that the recording tuner judged it by, usually the mean of its samples
   * @param samples the raw times; the one time where the file has no others
   */
  record Timed(double millis, Samples samples) implements Reading {
    public Timed {
      if (!(millis > 0 && Double.isFinite(millis))) {
        throw new IllegalArgumentException("A time of " + millis + " ms cannot be.");
      }
    }
  }

  /**
   * It did not.
   *
   * @param reason the nearest of evo's own
   * @param message what the file has in place of a time
   */
  record Failed(Rejection reason, String message) implements Reading {}
}
