package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.Job;
import dev.evokernel.config.Night;
import dev.evokernel.config.Notify;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.report.Conclusion;
import dev.evokernel.report.RunState;
import dev.evokernel.store.Budget;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import dev.evokernel.text.AtomicFile;
import dev.evokernel.text.Units;
import dev.evokernel.tuning.NightSession.NightLog.Entry;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Session of a night: its jobs one after the other, each with a share of the time left. Time that a
 * job does not use goes to the following jobs. After an interruption or a kill, the next session
 * resumes the unfinished run and continues with the remaining jobs.
 */
public final class NightSession {

  private final Night night;
  private final DeviceReservation reservation;
  private final Function<SharedRuns, SharedRuns.Watcher> watching;
  private final Consumer<String> news;
  private final Path file;
  private NightLog log;
  private volatile @Nullable Runnable current;
  private volatile boolean stopped;
  private boolean isDecided = true;

  /**
   * @param anew whether to ignore the log of an earlier session; its runs are kept
   */
  public NightSession(
      Night night,
      DeviceReservation reservation,
      boolean anew,
      Function<SharedRuns, SharedRuns.Watcher> watching,
      Consumer<String> news) {
    this.night = night;
    this.reservation = reservation;
    this.watching = watching;
    this.news = news;
    this.file = NightLog.file(night.results(), night.name());
    List<String> names = night.jobs().stream().map(job -> Night.name(job.job())).toList();
    this.log = anew ? NightLog.begun(names) : NightLog.read(file, names);
  }

  public Path page() {
    return night.results().resolve("nights").resolve(night.name() + ".html");
  }

  /** Ids of the recorded runs, in order; for a fleet the runs of all models. */
  public List<String> runs() {
    return IntStream.range(0, night.jobs().size())
        .boxed()
        .flatMap(job -> recorded(job).stream())
        .map(StoredRun::id)
        .toList();
  }

  public List<String> failures() {
    return log.jobs().stream()
        .filter(job -> !job.failure().isEmpty())
        .map(job -> job.job() + ": " + job.failure())
        .toList();
  }

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
        news.accept(heading(i));
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
    record(index, before.run(), why, false);
    news.accept("failed: %s: %s".formatted(before.job(), why));
  }

  private void job(int index) throws InterruptedException {
    try (SharedRuns session = session(index)) {
      begun(index, session.sessions().getFirst().spec().id(), session::stop);
      if (stopped) {
        return;
      }
      try (SharedRuns.Watcher watcher = watching.apply(session)) {
        session.run(watcher);
        boolean finished =
            recorded(index).stream().allMatch(run -> run.status() == RunStatus.FINISHED);
        record(index, log.jobs().get(index).run(), "", session.missing().isEmpty() && finished);
      } finally {
        current = null;
      }
    }
  }

  private void begun(int index, String first, Runnable stop) {
    @Nullable String run = log.jobs().get(index).run();
    record(index, run == null || recorded(index).isEmpty() ? first : run, "", false);
    current = stop;
  }

  private SharedRuns session(int index) throws InterruptedException {
    List<StoredRun> before = recorded(index);
    List<StoredRun> unfinished =
        before.stream().filter(run -> run.status() != RunStatus.FINISHED).toList();
    Duration share = share(index);
    SessionStart start = SessionStart.now(reservation, news);
    if (before.isEmpty()) {
      Job job = within(night.jobs().get(index).job(), share);
      return SharedRuns.begin(job, start);
    }
    var resumed = new LinkedHashMap<EarlierRun, Job>();
    for (StoredRun run : unfinished.isEmpty() ? before : unfinished) {
      EarlierRun earlier = EarlierRun.named(run.id(), night.results());
      resumed.put(earlier, within(earlier.job(), run.spent().plus(share)));
    }
    return SharedRuns.resume(resumed, start);
  }

  private List<StoredRun> recorded(int index) {
    @Nullable String run = log.jobs().get(index).run();
    if (run == null || !Files.exists(store())) {
      return List.of();
    }
    try (ResultStore store = ResultStore.openReadOnly(store())) {
      return store.has(run) ? store.fleetOf(run) : List.of();
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

  private void record(int index, @Nullable String run, String failure, boolean done) {
    log = log.with(index, new Entry(log.jobs().get(index).job(), run, failure, done));
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
              .map(run -> RunState.of(store, run, now))
              .map(
                  state ->
                      Notification.of(
                          state,
                          state.status() == RunStatus.FINISHED ? "finished" : "attention",
                          "",
                          night.results()))
              .toList());
    }
  }

  private void tell(List<Map<String, @Nullable Object>> runs) {
    if (stopped || night.notified().equals(Notify.NONE)) {
      return;
    }
    var all = new ArrayList<>(runs);
    String event = isDone() && failures().isEmpty() ? "finished" : "attention";
    var json = Notification.of(night.name(), event, all, page());
    json.put("failures", failures());
    Notification.send(night.notified(), json, news);
  }

  /**
   * Progress of a night in a file that is complete at any instant, so that a night continues after
   * a kill.
   */
  public record NightLog(List<Entry> jobs) {

    private static final JsonMapper JSON =
        JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /**
     * Progress of one job.
     *
     * @param job the job's name, by which a changed night is noticed
     */
    public record Entry(String job, @Nullable String run, String failure, boolean done) {}

    public NightLog {
      jobs = List.copyOf(jobs);
    }

    private static final String FOLDER = "nights";

    private static final String ENDING = ".json";

    static Path file(Path results, String night) {
      return results.resolve(FOLDER).resolve(night + ENDING);
    }

    /** Logs of all nights in a results folder by name, without unreadable files. */
    public static SortedMap<String, NightLog> all(Path results) {
      var logs = new TreeMap<String, NightLog>();
      Path folder = results.resolve(FOLDER);
      if (Files.isDirectory(folder)) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + ENDING)) {
          for (Path file : files) {
            String name = String.valueOf(file.getFileName());
            parsed(file).ifPresent(log -> logs.put(name.replace(ENDING, ""), log));
          }
        } catch (IOException | DirectoryIteratorException e) {
          return logs; // Shows what was readable.
        }
      }
      return logs;
    }

    private static Optional<NightLog> parsed(Path file) {
      try {
        return Optional.of(JSON.readValue(Files.readString(file), NightLog.class));
      } catch (IOException | JacksonException | IllegalArgumentException e) {
        return Optional.empty();
      }
    }

    public boolean isDone() {
      return jobs.stream().allMatch(Entry::done);
    }

    static NightLog begun(List<String> names) {
      return new NightLog(names.stream().map(job -> new Entry(job, null, "", false)).toList());
    }

    /**
     * Reads the log of an earlier session; begins a new log if there is none or its jobs differ.
     */
    static NightLog read(Path file, List<String> names) {
      if (!Files.exists(file)) {
        return begun(names);
      }
      try {
        NightLog log = JSON.readValue(Files.readString(file), NightLog.class);
        return log.jobs().stream().map(Entry::job).toList().equals(names) ? log : begun(names);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (JacksonException | IllegalArgumentException e) {
        throw new BadInputException(
            file
                + " is damaged. Delete it to start the night from the beginning; its runs are kept.");
      }
    }

    NightLog with(int index, Entry entry) {
      var changed = new ArrayList<>(jobs);
      changed.set(index, entry);
      return new NightLog(changed);
    }

    void write(Path file) {
      AtomicFile.write(file, JSON.writeValueAsString(this) + "\n");
    }
  }
}
