package dev.evokernel.run;

import dev.evokernel.store.Evaluation;
import dev.evokernel.store.TimeBudget;

/**
 * A listener to the events of a run, called from one of its threads at a time. Methods must return
 * quickly.
 */
public interface RunListener extends AutoCloseable {

  /** Receives a stage that began, a note or a warning; {@code activity} is one line of text. */
  default void began(String activity) {}

  /** Receives an evaluation that ended. */
  default void evaluated(Evaluation evaluation, Progress progress) {}

  default void finals(FinalsState state, Progress progress) {}

  /** Receives the numbers of candidates that wait for a compiler and for the device. */
  default void queued(int forCompiler, int forDevice) {}

  /** Receives the time use of the run so far, earlier sessions included. */
  default void spent(TimeBudget budget) {}

  /** Ends the listening, after the run's last event. */
  @Override
  default void close() {}
}
