package dev.evokernel.tuning;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.config.Night;
import dev.evokernel.config.Notify;
import dev.evokernel.config.RunFolderUpgrade;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.kernel.InvalidFileException;
import dev.evokernel.report.RunState;
import dev.evokernel.run.RunListener;
import dev.evokernel.spec.Budget;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import dev.evokernel.tuning.NightLog.Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

  /** Who hears of one run. */
  public interface Watched extends RunListener, AutoCloseable {
    @Override
    void close();
  }

  private final Night night;
  private final DeviceReservation reservation;
  private final Watcher watcher;
  private final Path file;
  private NightLog log;
  private volatile @Nullable TuningSession current;
  private volatile boolean stopped;

  /**
   * @param anew whether what an earlier session left is passed over; its runs stay
   */
  public NightSession(Night night, DeviceReservation reservation, boolean anew, Watcher watcher) {
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

  /** The ids of the runs so far, in order. */
  public List<String> runs() {
    return log.jobs().stream().map(Entry::run).filter(Objects::nonNull).toList();
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
    TuningSession running = current;
    if (running != null) {
      running.stop();
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

  /** The device of a job with a fleet is on another host, which has not joined yet. */
  private static void requireAble(Job job) {
    if (job.fleet().isPresent()) {
      var _ = FleetKernel.valid(job);
    } else {
      var _ = KernelOnDevice.of(job);
    }
  }

  private void failed(int index, String why) {
    Entry before = log.jobs().get(index);
    record(index, new Entry(before.job(), before.run(), why, false));
    watcher.news("failed: %s: %s".formatted(before.job(), why));
  }

  private void job(int index) throws InterruptedException {
    try (TuningSession session = session(index)) {
      String run = session.spec().id();
      String name = log.jobs().get(index).job();
      record(index, new Entry(name, run, "", false));
      current = session;
      if (stopped) {
        return;
      }
      try (Watched watched = watcher.began(session)) {
        RunHistory history = session.run(watched, watcher::news);
        boolean finished = history.run().status() == RunStatus.FINISHED;
        record(index, new Entry(name, run, "", finished));
        watcher.ended(session, history);
      } finally {
        current = null;
      }
    }
  }

  /** Of the run that an earlier session began, or of a new one. */
  private TuningSession session(int index) throws InterruptedException {
    Night.Part part = night.jobs().get(index);
    @Nullable String before = log.jobs().get(index).run();
    Duration own = Duration.ZERO;
    if (before != null) {
      try (ResultStore store = ResultStore.open(store())) {
        if (store.has(before)) {
          StoredRun run = store.run(before);
          own = run.spent();
          Path folder = store.folder(before).path();
          RunFolderUpgrade.apply(folder, run.provenance().evoVersion());
          Job stored = JobReader.read(folder.resolve("evo.yaml"));
          EarlierRun earlier = new EarlierRun(before, stored);
          Job job = within(stored, own.plus(share(index)));
          return TuningSession.resume(earlier, job, reservation, SessionStart.now(), watcher::news);
        }
      }
    }
    return TuningSession.begin(
        within(part.job(), own.plus(share(index))), reservation, SessionStart.now(), watcher::news);
  }

  private static Job within(Job job, Duration wall) {
    return job.within(new Budget(wall, job.budget().evaluations()));
  }

  private Path store() {
    return night.results().resolve(ResultStore.FILE_NAME);
  }

  /** Of the night's time that its runs have not used: its share among the jobs that are left. */
  private Duration share(int index) {
    Duration used = Duration.ZERO;
    if (Files.exists(store())) {
      try (ResultStore store = ResultStore.openReadOnly(store())) {
        for (String run : runs()) {
          used = store.has(run) ? used.plus(store.run(run).spent()) : used;
        }
      }
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
      List<RunHistory> histories = runs().stream().filter(store::has).map(store::history).toList();
      if (!stopped && !histories.isEmpty()) {
        RunReportFile.write(histories, night.results(), page());
      }
      Instant now = Instant.now();
      tell(
          runs().stream()
              .filter(store::has)
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
