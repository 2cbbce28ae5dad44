package dev.evokernel.api;

import java.time.Duration;
import java.util.OptionalDouble;

/** Listener of a tuner, called by one thread at a time. Must return quickly. */
public interface TuningListener {

  TuningListener NONE = new TuningListener() {};

  /**
   * Progress of a run.
   *
   * @param evaluations finished evaluations
   * @param rejected number of rejected evaluations
   * @param bestSpeedUp over the default, by the search's measurements; empty before the first
   * @param spent wall time so far
   */
  record Progress(long evaluations, int rejected, OptionalDouble bestSpeedUp, Duration spent) {}

  /** Called at the start of a longer step, or with a remark about it. */
  default void message(String sentence) {}

  /** Called at the end of an evaluation. */
  default void evaluated(Progress progress) {}
}
