package dev.evokernel.run;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.workers.RunWorkers;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One run, from the first compiler to the verdict.
 *
 * <p>The caller holds the locks of the device and of the run. {@link #stop} may be called from any
 * thread, and everything that was evaluated by then is kept.
 */
public final class TuningRun {

  private final RunSpec spec;
  private final ResultStore store;
  private final RunEnvironment environment;
  private final AtomicReference<@Nullable Thread> running = new AtomicReference<>();

  /** A run that searches as its spec says, with processes on this machine. */
  public TuningRun(RunSpec spec, ResultStore store, InstantSource clock) {
    this(spec, store, RunEnvironment.ofThisMachine(spec, clock));
  }

  public TuningRun(RunSpec spec, ResultStore store, RunEnvironment environment) {
    this.spec = spec;
    this.store = store;
    this.environment = environment;
  }

  /**
   * Runs until the budget is spent, the space is exhausted, or {@link #stop} is called.
   *
   * @param earlier what an earlier session left behind, when this one resumes it
   * @return everything that is known of the run in the end
   * @throws InterruptedException if the run was stopped before anything of it was recorded
   * @throws ChangedDeviceException if the device did not come back to what it was after a crash;
   *     the run can be resumed
   * @throws EnvironmentException if the machine, or the kernel's default, does not let it run
   */
  public RunHistory run(Optional<RunHistory> earlier, RunListener listener)
      throws InterruptedException {
    running.set(Thread.currentThread());
    var log = new SessionLog(spec, store, environment, earlier, listener);
    try (RunWorkers workers = log.start(environment.workers())) {
      var session = new RunSession(spec, store, workers, log, earlier);
      session.settleInitialConfigurations();
      if (session.search(environment.strategy())) {
        session.qualify();
        session.holdFinals();
        log.finished();
      }
    } catch (InterruptedException e) {
      if (!log.isRecorded()) {
        throw e;
      }
    } finally {
      running.set(null);
      Thread.interrupted(); // What is written down now must not be cut short.
      log.close();
    }
    return store.history(spec.id());
  }

  /** Ends the run soon, without finals. It can be resumed. */
  public void stop() {
    Thread thread = running.get();
    if (thread != null) {
      thread.interrupt();
    }
  }
}
