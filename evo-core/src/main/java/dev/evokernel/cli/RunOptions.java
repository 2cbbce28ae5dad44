package dev.evokernel.cli;

import dev.evokernel.config.Job;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.TuningSession;
import java.util.function.Consumer;

/** Options of {@code evo run} that change the job or start a companion of the run. */
public non-sealed interface RunOptions extends ExtensionOptions {

  @Override
  default String command() {
    return "run";
  }

  /**
   * Applies the options to a job.
   *
   * @throws BadInputException if an option is invalid
   */
  default Job applyTo(Job job) {
    return job;
  }

  /** Starts a companion of the run, and returns what ends it after the run. */
  default Runnable accompany(TuningSession session, Consumer<String> news) {
    return () -> {};
  }
}
