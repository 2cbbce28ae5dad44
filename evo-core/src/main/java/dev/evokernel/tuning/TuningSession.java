package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.binary.CacheFolder;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.Job;
import dev.evokernel.config.Notify;
import dev.evokernel.config.SearchOptions;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.report.RunFiles;
import dev.evokernel.report.RunState;
import dev.evokernel.run.RunListener;
import dev.evokernel.run.TuningRun;
import dev.evokernel.seeding.PriorFile;
import dev.evokernel.spec.Host;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.RunSpec.SeedingSpec;
import dev.evokernel.store.FileLock;
import dev.evokernel.store.FileLock.LockOwner;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunFolder;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunRecord;
import dev.evokernel.store.RunStatus;

/**
 * Session of a run: from its start or resume to its end. An open session holds the store and the
 * locks of the device and the run's folder.
 *
 * <p>Everything that can be refused is refused before the first write. A run that fails before its
 * first record leaves no folder behind. A run that is stopped or killed before its first record
 * leaves a folder, in which a resume begins the run.
 */
public final class TuningSession implements SharedRuns {

  private static final InstantSource CLOCK = InstantSource.system();

  private final Job job;
  private final KernelOnDevice subject;
  private final RunSpec spec;
  private final ResultStore store;
  private final TuningRun run;
  private final HeldResources held;
  private final List<String> notes;
  private final AtomicBoolean stopped;
  private Optional<RunHistory> history;

  private TuningSession(
      Job job,
      KernelOnDevice subject,
      RunSpec spec,
      ResultStore store,
      Optional<RunHistory> history,
      List<String> notes,
      HeldResources held,
      long started,
      AtomicBoolean stopped) {
    this.job = job;
    this.subject = subject;
    this.spec = spec;
    this.store = store;
    this.run = subject.run(spec, store, CLOCK, started);
    this.history = history;
    this.notes = notes;
    this.held = held.handedOver();
    this.stopped = stopped;
  }

  /**
   * Begins a new run.
   *
   * @param store open, and closed by the caller after the session; empty for the job's own
   * @param devices that the caller holds, with the kernel; empty for those of this machine that the
   *     job names
   * @throws BadInputException if the device cannot do what the job asks for
   * @throws InvalidFileException if the job or the kernel is invalid
   * @throws EnvironmentException if the machine lacks the device, or another process holds it
   */
  public static TuningSession begin(
      Job job, Optional<ResultStore> store, Optional<KernelOnDevice> devices, SessionStart start)
      throws InterruptedException {
    try (var held = new HeldResources()) {
      KernelOnDevice subject = devices.orElseGet(() -> KernelOnDevice.of(job));
      subject.requireFitFor(job);
      var opening = new Opening(job, start, held);
      ResultStore opened = store.orElseGet(opening::store); // Nothing is refused any more.
      return opening.begin(subject, opened, Optional.empty());
    }
  }

  /**
   * Resumes a run that is unfinished, or that a greater budget extends.
   *
   * @param devices that the caller holds, with the kernel; empty for those of this machine that the
   *     job names
   * @throws BadInputException if this is not the device that measured the run, or too little wall
   *     time is left
   * @throws EnvironmentException if another process holds the device or the run
   */
  public static TuningSession resume(
      EarlierRun earlier, Job job, Optional<KernelOnDevice> devices, SessionStart start)
      throws InterruptedException {
    try (var held = new HeldResources()) {
      var opening = new Opening(job, start, held);
      ResultStore store = opening.store();
      if (!earlier.isRecorded()) {
        start
            .news()
            .accept("Run %s was stopped during its start. It begins now.".formatted(earlier.id()));
        return opening.begin(KernelOnDevice.of(job), store, Optional.of(earlier.id()));
      }
      return opening.resume(earlier, devices.orElseGet(() -> KernelOnDevice.of(job)), store);
    }
  }

  /** Opening of a session: what each way to begin or to resume needs. */
  private record Opening(Job job, SessionStart start, HeldResources held) {

    ResultStore store() {
      return held.add(
          ResultStore.open(job.results().resolve(ResultStore.FILE_NAME)), ResultStore::close);
    }

    /**
     * @param named the run's id; empty for an id that is free once the devices are held
     */
    TuningSession begin(KernelOnDevice original, ResultStore store, Optional<String> named)
        throws InterruptedException {
      String model = original.chosen().device().model();
      SeedSources.Found seeds = SeedSources.read(job, original.kernel(), model, store);
      long waited = System.nanoTime();
      String id = hold(original, () -> named.orElseGet(() -> freeId(store, original)));
      long started = start.withoutTimeSince(waited).nanos();
      Path folder = job.results().resolve(id);
      var stopped = new AtomicBoolean();
      held.add(new UnbegunRun(store, id, folder, stopped::get), UnbegunRun::close);
      held.add(lock(id), FileLock::close);
      KernelOnDevice copy = original.copiedTo(folder, job, start.news());
      Job own = job.onDevice(copy.device(folder)).searching(settled(copy));
      own.write(Path.of("kernel", copy.kernel().name()), Path.of(".."), folder.resolve("evo.yaml"));
      var seeding =
          new SeedingSpec(
              Stream.concat(copy.found().stream(), seeds.configurations().stream()).toList(),
              seeds.known(),
              job.seeding().hardware(),
              job.seeding().priors());
      RunSpec spec = copy.spec(id, own, seeding);
      List<String> notes = Stream.concat(copy.notes().stream(), seeds.news().stream()).toList();
      return new TuningSession(
          job, copy, spec, store, Optional.empty(), notes, held, started, stopped);
    }

    TuningSession resume(EarlierRun earlier, KernelOnDevice subject, ResultStore store)
        throws InterruptedException {
      ResumeRequirement.sameDevice(store.run(earlier.id()), subject, job);
      subject.requireSanitizer(job);
      long waited = System.nanoTime();
      var _ = hold(subject, earlier::id);
      long started = start.withoutTimeSince(waited).nanos();
      held.add(lock(earlier.id()), FileLock::close);
      RunSpec spec = subject.spec(earlier.id(), job, SeedingSpec.NONE);
      ResumeRequirement.time(spec, store, started);
      Optional<RunHistory> before = Optional.of(store.resume(earlier.id(), spec.origin().job()));
      return new TuningSession(
          job, subject, spec, store, before, subject.notes(), held, started, new AtomicBoolean());
    }

    /** Takes the locks of the devices, and returns the run that they name. */
    private String hold(KernelOnDevice subject, Supplier<String> run) throws InterruptedException {
      return start
          .reservation()
          .holdAll(subject.reserved(), run, job.results(), start.news(), held);
    }

    static String freeId(ResultStore store, KernelOnDevice subject) {
      String name =
          subject
              .fleet()
              .map(first -> first + "-" + RunRecord.named(subject.chosen().device().model()))
              .orElse("");
      return name.isEmpty() || store.has(name) || Files.exists(store.folder(name).path())
          ? store.freeId(subject.kernel().name(), CLOCK.instant(), ZoneId.systemDefault())
          : name;
    }

    private FileLock lock(String run) {
      return new RunFolder(job.results().resolve(run))
          .lock(LockOwner.ofThisProcess(run, CLOCK.instant(), Host.name(), job.results()));
    }

    /**
     * Fixes the options that depend on the machine, so that the run stays the same on another
     * machine.
     */
    private SearchOptions settled(KernelOnDevice subject) {
      int shapes = job.on(subject.kernel()).shapes().size();
      return job.search()
          .withInFlight(job.search().settings(subject.inFlight(job.search())).inFlight())
          .decided(shapes, job.hasOneSetAnyway(subject.kernel()));
    }
  }

  /**
   * Folder of a run that the store does not know yet. An early close after a failure deletes the
   * folder; non-empty logs stay, since messages point to them. A stopped run keeps the folder, from
   * which a resume begins the run.
   */
  private record UnbegunRun(ResultStore store, String run, Path folder, BooleanSupplier stopped)
      implements AutoCloseable {

    @Override
    public void close() {
      if (stopped.getAsBoolean() || store.has(run) || !Files.exists(folder)) {
        return;
      }
      try (Stream<Path> all = Files.walk(folder)) {
        List<Path> innermostFirst = all.sorted(Comparator.reverseOrder()).toList();
        for (Path path : innermostFirst) {
          if (!isTelling(path)) {
            Files.deleteIfExists(path);
          }
        }
      } catch (IOException e) {
        // Leftovers are harmless; an exception here would hide why the run did not begin.
      }
    }

    private boolean isTelling(Path path) throws IOException {
      if (Files.isDirectory(path)) {
        try (Stream<Path> inside = Files.list(path)) {
          return inside.findAny().isPresent();
        }
      }
      return path.startsWith(folder.resolve("logs")) && Files.size(path) > 0;
    }
  }

  public RunSpec spec() {
    return spec;
  }

  public ChosenDevice device() {
    return subject.chosen();
  }

  /**
   * History of the run's earlier sessions, and after {@link #run} of this session too; empty for a
   * new run before {@link #run}.
   */
  public Optional<RunHistory> history() {
    return history;
  }

  /**
   * Runs until the budget is spent, the space is exhausted, or {@link #stop} is called; then writes
   * the run's files.
   *
   * @return the run's history; its candidates are readable until the session is closed
   * @throws InterruptedException if the run was stopped before its first record; a resume begins it
   *     in its folder
   * @throws ChangedDeviceException if the device did not recover from a crash; the files are
   *     written and the run can be resumed
   */
  public RunHistory run(RunListener listener, Consumer<String> news) throws InterruptedException {
    try (var metrics = new ServedMetrics(job.output().prometheus())) {
      metrics.endpoint().ifPresent(url -> news.accept("Metrics: " + url));
      return run(listener, metrics, news);
    }
  }

  /** Runs with an endpoint that several runs share. */
  public RunHistory run(RunListener listener, ServedMetrics metrics, Consumer<String> news)
      throws InterruptedException {
    notes.forEach(news);
    new CacheFolder(spec.cache()).bound(job.output().cacheBytes());
    try (var _ = new UnbegunRun(store, spec.id(), spec.folder(), stopped::get)) {
      RunHistory found = written(run.run(history, metrics.of(spec, store, listener)), news);
      if (found.run().status() == RunStatus.FINISHED) {
        tell("finished", "", news);
      }
      return found;
    } catch (ChangedDeviceException e) {
      written(store.pagedHistory(spec.id()), news);
      tell("attention", String.valueOf(e.getMessage()), news);
      throw e;
    } catch (EnvironmentException e) {
      if (store.has(spec.id())) {
        tell("attention", String.valueOf(e.getMessage()), news);
        throw resumable(e);
      }
      throw ofOriginal(e);
    }
  }

  /** Adds the command that resumes the run, which the store knows, unless the message has one. */
  private EnvironmentException resumable(EnvironmentException e) {
    return e.message().contains("run --resume")
        ? e
        : new EnvironmentException(
            e.message() + " To resume the run: " + spec.command("run --resume", ""), e);
  }

  /**
   * Names the kernel's own folder instead of the copy, which is deleted with a run that never
   * began.
   */
  private EnvironmentException ofOriginal(EnvironmentException e) {
    String copy = subject.kernel().folder().toString();
    String original = KernelFile.at(job.kernel().toAbsolutePath().normalize()).folder().toString();
    return e.message().contains(copy)
        ? new EnvironmentException(e.message().replace(copy, original), e)
        : e;
  }

  private void tell(String event, String message, Consumer<String> news) {
    if (!job.output().notified().equals(Notify.NONE)) {
      Path results = spec.origin().results();
      RunState state = RunState.of(store, spec.id(), CLOCK.instant());
      Notification.send(
          job.output().notified(), Notification.of(state, event, message, results), news);
    }
  }

  private RunHistory written(RunHistory found, Consumer<String> news) {
    history = Optional.of(found);
    RunFiles.write(found, PriorFile.known(spec.folder()), spec.folder(), ZoneId.systemDefault());
    RunReportFile.writeAtEnd(found, spec.origin().results(), news);
    return found;
  }

  @Override
  public List<TuningSession> sessions() {
    return List.of(this);
  }

  @Override
  public List<String> missing() {
    return List.of();
  }

  @Override
  public void run(Watcher watcher) throws InterruptedException {
    try (RunListener watched = watcher.began(this)) {
      watcher.ended(this, run(watched, watcher::news));
    } catch (ChangedDeviceException e) {
      history.ifPresent(found -> watcher.ended(this, found));
      throw e;
    }
  }

  /** Ends the run soon, without finals; callable from any thread. The run can be resumed. */
  @Override
  public void stop() {
    stopped.set(true);
    run.stop();
  }

  @Override
  public void close() {
    held.close();
  }
}
