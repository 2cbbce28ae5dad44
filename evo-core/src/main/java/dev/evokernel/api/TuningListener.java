package dev.evokernel.api;

import java.time.Duration;
import java.util.OptionalDouble;

/** Hears what a tuner does, from one thread at a time. Must be quick. */
public interface TuningListener {

  /** Hears nothing. */
  TuningListener NONE = new TuningListener() {};

  /**
   * How far a run is.
   *
   * @param evaluations that ended
   * @param rejected how many of them were rejected
   * @param bestSpeedUp over the default, by the search's own measurements; empty before the first
   * @param spent wall time so far
   */
  record Progress(long evaluations, int rejected, OptionalDouble bestSpeedUp, Duration spent) {}

  /** The run moves on to something that takes a while, or has something to say about it. */
  default void message(String sentence) {}

  /** One evaluation ended. */
  default void evaluated(Progress progress) {}
}
