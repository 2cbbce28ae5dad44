package dev.evokernel.run;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.comparison.Concurrently;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.seeding.SeedResolver;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunEnding;
import dev.evokernel.store.RunHistory;
import dev.evokernel.workers.RunClock;
import dev.evokernel.workers.RunWorkers;
import org.jspecify.annotations.Nullable;

/**
 * One run, from the start of the workers to the decision of the finals.
 *
 * <p>The caller holds the locks of the device and of the run. {@link #stop} may be called from any
 * thread, and keeps all evaluations that ended before the call.
 */
public final class TuningRun {

  /** Number of candidates above which a garbage collection is cheap compared with the run. */
  private static final int LONG = 10_000;

  private final RunSpec spec;
  private final ResultStore store;
  private final RunEnvironment environment;
  private final Object signal = new Object();
  private @Nullable Thread running;
  private volatile boolean overdue;

  public TuningRun(RunSpec spec, ResultStore store, RunEnvironment environment) {
    this.spec = spec;
    this.store = store;
    this.environment = environment;
  }

  /**
   * Runs until the budget is spent, the space is exhausted, or {@link #stop} is called.
   *
   * @param earlier the stored history, if this session resumes a run
   * @return the history of the run at its end, read in pages while the store is open
   * @throws InterruptedException if the run was stopped before it was in the store
   * @throws ChangedDeviceException if a recovery check or a drift check ended the run; the run can
   *     be resumed
   * @throws EnvironmentException if the machine lacks a requirement, or the kernel's default is
   *     rejected
   */
  public RunHistory run(Optional<RunHistory> earlier, RunListener listener)
      throws InterruptedException {
    synchronized (signal) {
      running = Thread.currentThread();
    }
    var log = new SessionLog(spec, store, environment, earlier, listener);
    Thread deadline = deadline(log.time());
    log.began("starting the compilers and checking the reference");
    var seeds = new SeedResolver(spec, store);
    Optional<CompletableFuture<SeedResolver.Settled>> early =
        environment
            .limits()
            .get()
            .map(limits -> CompletableFuture.supplyAsync(() -> seeds.settle(limits, earlier)));
    try (RunWorkers workers = environment.workers().start(log::began)) {
      SeedResolver.Settled settled =
          early.isPresent()
              ? Concurrently.result(early.get())
              : seeds.settle(workers.space(), workers.primary().limits(), earlier);
      var session = new RunSession(spec, store, workers, log, earlier, settled);
      session.recordInitialConfigurations();
      RunEnding ending = session.search(environment.strategy(), environment.exchange());
      if (ending.isStop() && overdue) {
        ending = Endings.wallSpent(spec);
      }
      log.ended(ending);
      collectAfter(session.candidates());
      if (!ending.isStop()) {
        Optional<String> without = conclude(session);
        if (without.isPresent()) {
          log.ended(ending.withoutFinals(without.get()));
        }
        log.finished();
      }
    } catch (InterruptedException e) {
      if (!log.isRecorded()) {
        if (overdue) {
          throw tooShort();
        }
        throw e;
      }
      log.ended(Endings.STOPPED);
    } finally {
      synchronized (signal) {
        running = null;
      }
      deadline.interrupt();
      early.ifPresent(settling -> settling.handle((_, _) -> true).join()); // It writes a file.
      Thread.interrupted(); // The writes below must not be interrupted.
      log.close();
    }
    RunHistory history = store.pagedHistory(spec.id());
    collectAfter(history.candidates().size());
    return history;
  }

  /** Holds the processes of the finals after the search. Returns why there are none. */
  private Optional<String> conclude(RunSession session) throws InterruptedException {
    try {
      return session.conclude();
    } catch (InterruptedException e) {
      if (!overdue) {
        throw e;
      }
      return Optional.of("the wall time ended before their first process did");
    }
  }

  /**
   * Starts the thread that interrupts whatever the run does when its wall time is over: a busy
   * machine makes every estimate too short. What was recorded until then counts. The wall time of a
   * recording is simulated, and needs no thread.
   */
  private Thread deadline(RunClock time) {
    Thread thread =
        Thread.ofPlatform().daemon().name("deadline").unstarted(() -> awaitEndOfWall(time));
    if (spec.budget().hasWall() && !spec.isReplay()) {
      thread.start();
    }
    return thread;
  }

  private void awaitEndOfWall(RunClock time) {
    try {
      while (!TimePlan.isOver(spec, time.stopwatch())) {
        Thread.sleep(spec.budget().wall().minus(time.stopwatch().spent()));
      }
    } catch (InterruptedException e) {
      return; // The run ended before.
    }
    overdue = true;
    stop();
  }

  private EnvironmentException tooShort() {
    return new EnvironmentException(
        "Not decided: the wall time of %d s ended before compilers and reference were ready. Give more, or run on an idle machine: --wall 3m"
            .formatted(spec.budget().wall().toSeconds()),
        true);
  }

  /**
   * Collects garbage after a long search. Java keeps old garbage until the heap is full, and the
   * heap may take a quarter of the machine's memory. A long search leaves about 100 MB of garbage,
   * which the next stage does not need.
   */
  private static void collectAfter(int candidates) {
    if (candidates >= LONG) {
      System.gc();
    }
  }

  /** Stops the run without finals. It can be resumed. */
  public void stop() {
    synchronized (signal) {
      if (running != null) {
        running.interrupt();
      }
    }
  }
}
