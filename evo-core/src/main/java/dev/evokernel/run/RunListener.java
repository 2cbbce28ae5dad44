package dev.evokernel.run;

import dev.evokernel.store.Evaluation;
import dev.evokernel.store.TimeBudget;

/** Hears what a run does, from one of its threads at a time. Must be quick. */
public interface RunListener {

  /** The job moves on to something that takes a while; {@code activity} is for people. */
  default void began(String activity) {}

  /** One evaluation ended. */
  default void evaluated(Evaluation evaluation, Progress progress) {}

  /** How many candidates wait for a compiler and how many for the device. */
  default void queued(int forCompiler, int forDevice) {}

  /** Where the time of the run went so far, earlier sittings included. */
  default void spent(TimeBudget budget) {}
}
