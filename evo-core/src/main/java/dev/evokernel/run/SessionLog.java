package dev.evokernel.run;

import dev.evokernel.seeding.SeedResolver;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunEnding;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunRecord;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredInitialConfiguration;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.TimeBudget;
import dev.evokernel.store.TimeBudget.DeviceActivity;
import dev.evokernel.workers.RunClock;
import dev.evokernel.workers.RunClock.Stopwatch;
import dev.evokernel.workers.RunClock.Timesheet;
import java.util.List;
import java.util.Optional;

/**
 * The log of one session of a run: records its begin, time use and end in the store, even after an
 * exception, and reports them to the listener.
 */
public final class SessionLog implements AutoCloseable, RunListener {

  private final RunSpec spec;
  private final ResultStore store;
  private final RunClock time;
  private final RunListener listener;
  private final long opened;
  private boolean recorded;
  private RunStatus status = RunStatus.INTERRUPTED;
  private Optional<RunEnding> ending = Optional.empty();

  public SessionLog(
      RunSpec spec,
      ResultStore store,
      RunEnvironment environment,
      Optional<RunHistory> earlier,
      RunListener listener) {
    this.spec = spec;
    this.store = store;
    this.listener = listener;
    this.recorded = earlier.isPresent();
    Optional<StoredRun> before = earlier.map(RunHistory::run);
    long spent = before.map(run -> run.spent().toNanos()).orElse(0L);
    this.time =
        new RunClock(
            environment.nanoClock(),
            environment.clock(),
            new Stopwatch(environment.nanoClock(), environment.began(), spent),
            new Timesheet(before.map(StoredRun::timeBudget).orElse(TimeBudget.NONE)));
    this.opened = environment.began();
  }

  public RunClock time() {
    return time;
  }

  /** Adds the run to the store, unless an earlier session did. */
  public void record(RunRecord run, List<StoredInitialConfiguration> settled) {
    if (!recorded) {
      store.begin(run, settled);
      recorded = true;
      SeedResolver.tell(settled, this::began);
    }
  }

  public boolean isRecorded() {
    return recorded;
  }

  /** Records that the workers are ready. */
  public void started() {
    time.timesheet().device(DeviceActivity.STARTING, time.nanos() - opened);
  }

  /** Records the end of the search. */
  public void ended(RunEnding why) {
    ending = Optional.of(why);
  }

  /** Records the decision of the finals, or that there was no time for finals. */
  public void finished() {
    status = RunStatus.FINISHED;
  }

  /** Tells one step at a time: devices start at once. */
  @Override
  public synchronized void began(String activity) {
    listener.began(activity);
  }

  @Override
  public void evaluated(Evaluation evaluation, Progress progress) {
    TimeBudget budget = time.timesheet().soFar();
    store.spent(spec.id(), time.stopwatch().spent(), budget);
    listener.spent(budget);
    listener.evaluated(evaluation, progress);
  }

  @Override
  public void finals(FinalsState state, Progress progress) {
    listener.finals(state, progress);
  }

  @Override
  public void queued(int forCompiler, int forDevice) {
    listener.queued(forCompiler, forDevice);
  }

  @Override
  public void close() {
    if (recorded) {
      store.spent(spec.id(), time.stopwatch().spent(), time.timesheet().soFar());
      store.finish(spec.id(), status, ending, time.stopwatch().spent(), time.clock().instant());
    }
  }
}
