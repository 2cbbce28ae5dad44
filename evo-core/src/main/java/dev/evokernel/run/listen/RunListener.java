package dev.evokernel.run.listen;

import dev.evokernel.store.record.Evaluation;
import dev.evokernel.store.run.TimeBudget;

/** Receives the events of a run, from one of its threads at a time. Must return quickly. */
public interface RunListener {

  /** A stage began, or there is a note or a warning; {@code activity} is one line of text. */
  default void began(String activity) {}

  /** Hears that an evaluation ended. */
  default void evaluated(Evaluation evaluation, Progress progress) {}

  /** The finals went on. */
  default void finals(FinalsState state, Progress progress) {}

  /** How many candidates wait for a compiler and how many for the device. */
  default void queued(int forCompiler, int forDevice) {}

  /** Hears where the time of the run went so far, earlier sessions included. */
  default void spent(TimeBudget budget) {}
}
