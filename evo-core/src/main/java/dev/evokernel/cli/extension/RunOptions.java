package dev.evokernel.cli.extension;

import dev.evokernel.config.Job;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.session.TuningSession;
import java.util.function.Consumer;

/** Options of {@code evo run}: they change the job, or start something that accompanies it. */
public non-sealed interface RunOptions extends ExtensionOptions {

  /** What accompanies a run; closed when the run has ended. */
  interface Companion extends AutoCloseable {

    /** Companion of a run that asked for none. */
    Companion NONE = () -> {};

    @Override
    void close();
  }

  @Override
  default String command() {
    return "run";
  }

  /**
   * Applies the options to a job.
   *
   * @throws BadInputException if an option makes no sense
   */
  default Job applyTo(Job job) {
    return job;
  }

  /**
   * Starts what accompanies a run.
   *
   * @param news takes one line at a time
   */
  default Companion accompany(TuningSession session, Consumer<String> news) {
    return Companion.NONE;
  }
}
