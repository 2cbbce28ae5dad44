package dev.evokernel.tuning.session;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.Job;
import dev.evokernel.config.Night;
import dev.evokernel.config.options.Notify;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.report.RunState;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A session of a night: its jobs one after the other, each within its share of the time that is
 * left. What a job does not use is left to those after it. After an interruption or a kill the next
 * session resumes the run that was under way and goes on with the rest.
 */
public final class NightSession {

  /** What a night does, job by job. */
  public interface Watcher {

    /** A job begins or goes on; returns who hears of its run, and is closed after it. */
    Watched began(TuningSession session);

    /** A job ended with its files written. */
    void ended(TuningSession session, RunHistory history);

    /** One line of news. */
    void news(String line);
  }

  /** Hears of the jobs of a night, which may have a {@link DeviceSource}. */
  public interface NightWatcher extends Watcher {

    /** Runs that share a source begin or go on, at the same time; returns who hears of them. */
    SharedWatcher together(SharedRuns session);
  }

  /** Hears of the runs that share a source; closed after all of them. */
  public interface SharedWatcher extends Watcher, AutoCloseable {
    @Override
    void close();
  }

  /** Who hears of one run. */
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

  /**
   * @param anew whether what an earlier session left is passed over; its runs stay
   */
  public NightSession(
      Night night, DeviceReservation reservation, boolean anew, NightWatcher watcher) {
    this.night = night;
    this.reservation = reservation;
    this.watcher = watcher;
    this.file = NightLog.file(night.results(), night.name());
    List<String> names = night.jobs().stream().map(one -> Night.name(one.job())).toList();
    this.log = anew ? NightLog.begun(names) : NightLog.read(file, names);
  }

  /** The page about all runs of the night. */
  public Path page() {
    return night.results().resolve("nights").resolve(night.name() + ".html");
  }

  /** The ids of the runs so far, in order; of a fleet those of all models. */
  public List<String> runs() {
    List<String> begun = log.jobs().stream().map(Entry::run).filter(Objects::nonNull).toList();
    if (begun.isEmpty() || !Files.exists(store())) {
      return begun;
    }
    try (ResultStore store = ResultStore.openReadOnly(store())) {
      return begun.stream().flatMap(run -> together(store, run)).map(StoredRun::id).toList();
    }
  }

  /** The run and those that share its fleet; none before the run is recorded. */
  private static Stream<StoredRun> together(ResultStore store, String run) {
    return store.has(run) ? store.fleetOf(run).stream() : Stream.empty();
  }

  /** Why jobs failed, each with its job's name. */
  public List<String> failures() {
    return log.jobs().stream()
        .filter(one -> !one.failure().isEmpty())
        .map(one -> one.job() + ": " + one.failure())
        .toList();
  }

  /** Whether every job is done, with or without failure. */
  public boolean isDone() {
    return log.isDone();
  }

  /** Ends the session soon, from any thread. */
  public void stop() {
    stopped = true;
    Runnable running = current;
    if (running != null) {
      running.run();
    }
  }

  /**
   * Runs what is left, then writes the page and tells who is to be told. A job that failed in an
   * earlier session is tried again.
   *
   * @throws BadInputException if a job of a night that begins can never run: nothing is begun then
   * @throws InvalidFileException if the kernel of one is invalid
   * @throws EnvironmentException if this machine lacks the device of one
   */
  public void run() throws InterruptedException {
    if (runs().isEmpty()) {
      night.jobs().forEach(one -> requireAble(one.job()));
    }
    for (int i = 0; i < night.jobs().size() && !stopped; i++) {
      if (log.jobs().get(i).done()) {
        continue;
      }
      try {
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

  /** The devices of a source may not be there yet. */
  private static void requireAble(Job job) {
    DeviceSource.of(job)
        .ifPresentOrElse(
            source -> source.check(job),
            () -> {
              var _ = KernelOnDevice.of(job);
            });
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

  /** A run for each model of device that joins. */
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
    String known = run == null ? session.spec().id() : run;
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

  /** Of the run that an earlier session began, or of a new one. */
  private TuningSession session(int index) throws InterruptedException {
    List<StoredRun> before = recorded(index);
    SessionStart start = SessionStart.now();
    if (before.isEmpty()) {
      Job job = within(night.jobs().get(index).job(), share(index));
      return TuningSession.begin(job, reservation, start, watcher::news);
    }
    StoredRun run = before.getFirst();
    EarlierRun earlier = EarlierRun.named(run.id(), night.results());
    Job job = within(earlier.job(), run.spent().plus(share(index)));
    return TuningSession.resume(earlier, job, reservation, start, watcher::news);
  }

  /** Of those of the runs that an earlier session began which are not finished, or of new ones. */
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

  /** The runs of a job that an earlier session recorded. */
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
   * Of the night's time that its runs have not used: its share among the jobs that are left. The
   * runs of one job use it at the same time.
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
          "nothing is left of the night's %d s for it".formatted(night.wall().toSeconds()));
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
      if (!stopped && !histories.isEmpty()) {
        RunReportFile.write(histories, night.results(), page());
      }
      Instant now = Instant.now();
      tell(
          runs().stream()
              .map(run -> RunStates.of(store, run, now))
              .map(state -> Verdicts.of(state, event(state), "", night.results()))
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
    var json = Verdicts.of(night.name(), event, all, page());
    json.put("failures", failures());
    Notification.send(night.notified(), Verdicts.text(json), watcher::news);
  }
}
