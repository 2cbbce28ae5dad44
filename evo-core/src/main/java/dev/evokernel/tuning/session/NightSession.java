package dev.evokernel.tuning.session;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.Job;
import dev.evokernel.config.Night;
import dev.evokernel.config.options.Notify;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.report.Conclusion;
import dev.evokernel.report.RunState;
import dev.evokernel.report.text.Units;
import dev.evokernel.run.listen.RunListener;
import dev.evokernel.spec.Budget;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.run.RunStatus;
import dev.evokernel.store.run.StoredRun;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.DeviceReservation;
import dev.evokernel.tuning.device.KernelOnDevice;
import dev.evokernel.tuning.device.SessionStart;
import dev.evokernel.tuning.session.NightLog.Entry;
import org.jspecify.annotations.Nullable;

/**
 * Session of a night: its jobs one after the other, each with a share of the time left. Time that a
 * job does not use goes to the following jobs. After an interruption or a kill, the next session
 * resumes the unfinished run and continues with the remaining jobs.
 */
public final class NightSession {

  /** Listener of a night's jobs. */
  public interface Watcher {

    /**
     * Reports that a job begins or continues; the returned listener receives its run's events and
     * is closed after the run.
     */
    Watched began(TuningSession session);

    /** Reports that a job ended and its files are written. */
    void ended(TuningSession session, RunHistory history);

    void news(String line);
  }

  /** Listener of a night whose jobs may have a {@link DeviceSource}. */
  public interface NightWatcher extends Watcher {

    /**
     * Reports that runs on a shared source begin or continue; the returned listener receives their
     * events.
     */
    SharedWatcher together(SharedRuns session);
  }

  /** Listener of runs that share a source; closed after all of them. */
  public interface SharedWatcher extends Watcher, AutoCloseable {
    @Override
    void close();
  }

  /** Listener of one run. */
  public interface Watched extends RunListener, AutoCloseable {
    @Override
    void close();
  }

  private final Night night;
  private final DeviceReservation reservation;
  private final NightWatcher watcher;
  private final Path file;
  private NightLog log;
  private volatile @Nullable Runnable current;
  private volatile boolean stopped;
  private boolean isDecided = true;

  /**
   * @param anew whether to ignore the log of an earlier session; its runs are kept
   */
  public NightSession(
      Night night, DeviceReservation reservation, boolean anew, NightWatcher watcher) {
    this.night = night;
    this.reservation = reservation;
    this.watcher = watcher;
    this.file = NightLog.file(night.results(), night.name());
    List<String> names = night.jobs().stream().map(job -> Night.name(job.job())).toList();
    this.log = anew ? NightLog.begun(names) : NightLog.read(file, names);
  }

  /** Page about all runs of the night. */
  public Path page() {
    return night.results().resolve("nights").resolve(night.name() + ".html");
  }

  /** Ids of the runs so far, in order; for a fleet the runs of all models. */
  public List<String> runs() {
    List<String> begun = log.jobs().stream().map(Entry::run).filter(Objects::nonNull).toList();
    if (begun.isEmpty() || !Files.exists(store())) {
      return begun;
    }
    try (ResultStore store = ResultStore.openReadOnly(store())) {
      return begun.stream().flatMap(run -> together(store, run)).map(StoredRun::id).toList();
    }
  }

  /** All runs of the run's fleet; empty before the run is recorded. */
  private static Stream<StoredRun> together(ResultStore store, String run) {
    return store.has(run) ? store.fleetOf(run).stream() : Stream.empty();
  }

  /** Failures of the jobs, each with the job's name. */
  public List<String> failures() {
    return log.jobs().stream()
        .filter(job -> !job.failure().isEmpty())
        .map(job -> job.job() + ": " + job.failure())
        .toList();
  }

  /** Returns whether every job is done, with or without failure. */
  public boolean isDone() {
    return log.isDone();
  }

  /** Whether the finals of every run answered its question; known at the end of the session. */
  public boolean isDecided() {
    return isDecided;
  }

  /** Ends the session soon; callable from any thread. */
  public void stop() {
    stopped = true;
    Runnable running = current;
    if (running != null) {
      running.run();
    }
  }

  /**
   * Runs the remaining jobs, then writes the page and sends the notification. A job that failed in
   * an earlier session is tried again.
   *
   * @throws BadInputException if a job of a new night can never run; then no job is begun
   * @throws InvalidFileException if a kernel is invalid
   * @throws EnvironmentException if this machine lacks a device
   */
  public void run() throws InterruptedException {
    if (runs().isEmpty()) {
      night.jobs().forEach(job -> requireAble(job.job()));
    }
    for (int i = 0; i < night.jobs().size() && !stopped; i++) {
      if (log.jobs().get(i).done()) {
        continue;
      }
      try {
        watcher.news(heading(i));
        job(i);
      } catch (ChangedDeviceException
          | EnvironmentException
          | BadInputException
          | InvalidFileException e) {
        failed(i, String.valueOf(e.getMessage()));
        if (night.stopsOnFailure()) {
          break;
        }
      }
    }
    conclude();
  }

  /** Checks a job as far as possible now; the devices of a source may join later. */
  private static void requireAble(Job job) {
    DeviceSource.of(job)
        .ifPresentOrElse(
            source -> source.check(job),
            () -> {
              var _ = KernelOnDevice.of(job);
            });
  }

  /** Names a job, its place, its time and a time of its own that the night's replaces. */
  private String heading(int index) {
    Job job = night.jobs().get(index).job();
    Duration own = job.budget().wall();
    return "Job %d of %d: %s, %s%s"
        .formatted(
            index + 1,
            night.jobs().size(),
            Night.name(job),
            Units.duration(share(index)),
            own.equals(Budget.DEFAULT.wall()) || !job.budget().hasWall()
                ? ""
                : " of the night's time instead of its own 'wall', " + Units.duration(own));
  }

  private void failed(int index, String why) {
    Entry before = log.jobs().get(index);
    record(index, new Entry(before.job(), before.run(), why, false));
    watcher.news("failed: %s: %s".formatted(before.job(), why));
  }

  private void job(int index) throws InterruptedException {
    Optional<DeviceSource> source = DeviceSource.of(night.jobs().get(index).job());
    if (source.isPresent()) {
      shared(index, source.get());
      return;
    }
    try (TuningSession session = session(index)) {
      begun(index, session, session::stop);
      if (stopped) {
        return;
      }
      try (Watched watched = watcher.began(session)) {
        RunHistory history = session.run(watched, watcher::news);
        ended(index, history.run().status() == RunStatus.FINISHED);
        watcher.ended(session, history);
      } finally {
        current = null;
      }
    }
  }

  /** Runs a job on a source, with a run for each device model that joins. */
  private void shared(int index, DeviceSource source) throws InterruptedException {
    try (SharedRuns session = sharedSession(index, source)) {
      begun(index, session.sessions().getFirst(), session::stop);
      if (stopped) {
        return;
      }
      try (SharedWatcher together = watcher.together(session)) {
        session.run(together);
        ended(index, session.missing().isEmpty() && isFinished(index));
      } finally {
        current = null;
      }
    }
  }

  private void begun(int index, TuningSession session, Runnable stop) {
    Entry before = log.jobs().get(index);
    @Nullable String run = before.run();
    String known = run == null || recorded(index).isEmpty() ? session.spec().id() : run;
    record(index, new Entry(before.job(), known, "", false));
    current = stop;
  }

  private void ended(int index, boolean finished) {
    Entry before = log.jobs().get(index);
    record(index, new Entry(before.job(), before.run(), "", finished));
  }

  private boolean isFinished(int index) {
    try (ResultStore store = ResultStore.openReadOnly(store())) {
      return together(store, Objects.requireNonNull(log.jobs().get(index).run()))
          .allMatch(run -> run.status() == RunStatus.FINISHED);
    }
  }

  /** Resumes the run that an earlier session began, or begins a new run. */
  private TuningSession session(int index) throws InterruptedException {
    List<StoredRun> before = recorded(index);
    SessionStart start = SessionStart.now();
    if (before.isEmpty()) {
      Job job = within(night.jobs().get(index).job(), share(index));
      return TuningSession.begin(job, Optional.empty(), reservation, start, watcher::news);
    }
    StoredRun run = before.getFirst();
    EarlierRun earlier = EarlierRun.named(run.id(), night.results());
    Job job = within(earlier.job(), run.spent().plus(share(index)));
    return TuningSession.resume(earlier, job, reservation, start, watcher::news);
  }

  /** Resumes the unfinished runs that an earlier session began, or begins new ones. */
  private SharedRuns sharedSession(int index, DeviceSource source) throws InterruptedException {
    List<StoredRun> before = recorded(index);
    List<StoredRun> unfinished =
        before.stream().filter(run -> run.status() != RunStatus.FINISHED).toList();
    Duration share = share(index);
    var resumed = new LinkedHashMap<EarlierRun, Job>();
    for (StoredRun run : unfinished.isEmpty() ? before : unfinished) {
      EarlierRun earlier = EarlierRun.named(run.id(), night.results());
      resumed.put(earlier, within(earlier.job(), run.spent().plus(share)));
    }
    SessionStart start = SessionStart.now();
    return resumed.isEmpty()
        ? source.begin(
            within(night.jobs().get(index).job(), share), reservation, start, watcher::news)
        : source.resume(resumed, reservation, start, watcher::news);
  }

  /** Runs of a job that an earlier session recorded. */
  private List<StoredRun> recorded(int index) {
    @Nullable String run = log.jobs().get(index).run();
    if (run == null || !Files.exists(store())) {
      return List.of();
    }
    try (ResultStore store = ResultStore.openReadOnly(store())) {
      return together(store, run).toList();
    }
  }

  private static Job within(Job job, Duration wall) {
    return job.within(new Budget(wall, job.budget().evaluations()));
  }

  private Path store() {
    return night.results().resolve(ResultStore.FILE_NAME);
  }

  /**
   * Time for a job: its share, among the remaining jobs, of the night's unused time. The runs of
   * one job use the time concurrently.
   */
  private Duration share(int index) {
    Duration used = Duration.ZERO;
    for (int i = 0; i < night.jobs().size(); i++) {
      used =
          used.plus(
              recorded(i).stream()
                  .map(StoredRun::spent)
                  .max(Comparator.naturalOrder())
                  .orElse(Duration.ZERO));
    }
    Duration left = night.wall().minus(used);
    double all = 0;
    for (int i = index; i < night.jobs().size(); i++) {
      all += log.jobs().get(i).done() ? 0 : night.jobs().get(i).share();
    }
    long nanos = (long) (left.toNanos() * (night.jobs().get(index).share() / all));
    if (nanos <= 0) {
      throw new BadInputException(
          "the night's %d s are used up".formatted(night.wall().toSeconds()));
    }
    return Duration.ofNanos(nanos);
  }

  private void record(int index, Entry entry) {
    log = log.with(index, entry);
    log.write(file);
  }

  private void conclude() {
    if (runs().isEmpty()) {
      tell(List.of());
      return;
    }
    try (ResultStore store = ResultStore.openReadOnly(store())) {
      List<RunHistory> histories = runs().stream().map(store::history).toList();
      isDecided = Conclusion.areDecided(histories);
      if (!stopped && !histories.isEmpty()) {
        RunReportFile.write(histories, night.results(), page());
      }
      Instant now = Instant.now();
      tell(
          runs().stream()
              .map(run -> RunStates.of(store, run, now))
              .map(state -> Notification.of(state, event(state), "", night.results()))
              .toList());
    }
  }

  private static String event(RunState state) {
    return state.status() == RunStatus.FINISHED ? "finished" : "attention";
  }

  private void tell(List<Map<String, @Nullable Object>> runs) {
    if (stopped || night.notified().equals(Notify.NONE)) {
      return;
    }
    var all = new ArrayList<>(runs);
    String event = isDone() && failures().isEmpty() ? "finished" : "attention";
    var json = Notification.of(night.name(), event, all, page());
    json.put("failures", failures());
    Notification.send(night.notified(), json, watcher::news);
  }
}
