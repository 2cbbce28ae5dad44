package dev.evokernel.selftest;

import dev.evokernel.schedule.Exploration;
import dev.evokernel.schedule.OvernightJob;
import dev.evokernel.schedule.Plan;
import dev.evokernel.schedule.RunListener;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Real runs, one at a time, that can be stopped from any thread. */
final class Jobs {

  private static final RunListener NOBODY = new RunListener() {};

  private final InstantSource clock;
  private final AtomicReference<@Nullable OvernightJob> current = new AtomicReference<>();
  private volatile boolean stopped;

  Jobs(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * One run or the rest of it.
   *
   * @throws InterruptedException if it was stopped
   */
  RunHistory run(
      Plan plan, ResultStore store, Optional<RunHistory> earlier, Exploration exploration)
      throws InterruptedException {
    var job = new OvernightJob(plan, store, clock, exploration);
    current.set(job);
    try {
      requireWanted();
      RunHistory history = job.run(earlier, NOBODY);
      requireWanted();
      return history;
    } finally {
      current.set(null);
    }
  }

  void stop() {
    stopped = true;
    OvernightJob job = current.get();
    if (job != null) {
      job.stop();
    }
  }

  private void requireWanted() throws InterruptedException {
    if (stopped) {
      throw new InterruptedException("Somebody stopped the runs.");
    }
  }
}
