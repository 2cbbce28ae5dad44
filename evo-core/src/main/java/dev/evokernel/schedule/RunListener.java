package dev.evokernel.schedule;

import dev.evokernel.store.Evaluation;

/** Hears what a run does, from one of its threads at a time. Must be quick. */
public interface RunListener {

  /** The job moves on to something that takes a while; {@code activity} is for people. */
  default void began(String activity) {}

  /** One evaluation ended. */
  default void evaluated(Evaluation evaluation, Progress progress) {}

  /** How many candidates wait for a compiler and how many for the device. */
  default void queued(int forCompiler, int forDevice) {}
}
