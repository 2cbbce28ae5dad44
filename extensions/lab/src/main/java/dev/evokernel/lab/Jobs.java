package dev.evokernel.lab;

import module java.base;

import dev.evokernel.run.RunEnvironment;
import dev.evokernel.run.RunListener;
import dev.evokernel.run.SearchStrategy;
import dev.evokernel.run.TuningRun;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import org.jspecify.annotations.Nullable;

/** Executes real runs one at a time; any thread can stop them. */
final class Jobs {

  private static final RunListener NONE = new RunListener() {};

  private final Function<RunSpec, RunEnvironment> environment;
  private final AtomicReference<@Nullable TuningRun> current = new AtomicReference<>();
  private volatile boolean stopped;

  Jobs(Function<RunSpec, RunEnvironment> environment) {
    this.environment = environment;
  }

  /**
   * Executes or resumes a run.
   *
   * @throws InterruptedException if {@link #stop} was called
   */
  RunHistory run(
      RunSpec plan, ResultStore store, Optional<RunHistory> earlier, SearchStrategy exploration)
      throws InterruptedException {
    var job = new TuningRun(plan, store, environment.apply(plan).choosing(exploration));
    current.set(job);
    try {
      requireWanted();
      job.run(earlier, NONE);
      requireWanted();
      return store.history(plan.id());
    } finally {
      current.set(null);
    }
  }

  void stop() {
    stopped = true;
    TuningRun job = current.get();
    if (job != null) {
      job.stop();
    }
  }

  private void requireWanted() throws InterruptedException {
    if (stopped) {
      throw new InterruptedException("The self-test was stopped.");
    }
  }
}
