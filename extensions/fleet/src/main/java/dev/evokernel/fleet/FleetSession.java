package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.Job;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.run.MigrantExchange;
import dev.evokernel.run.RunListener;
import dev.evokernel.store.Budget;
import dev.evokernel.store.RunHistory;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.EarlierRun;
import dev.evokernel.tuning.HeldResources;
import dev.evokernel.tuning.KernelOnDevice;
import dev.evokernel.tuning.ServedMetrics;
import dev.evokernel.tuning.SessionStart;
import dev.evokernel.tuning.SharedRuns;
import dev.evokernel.tuning.TuningSession;
import org.jspecify.annotations.Nullable;

/**
 * Session of the runs on one fleet: one concurrent run for each device model, each taking over the
 * best of the others. The first model that joins begins the first run. Each further model begins
 * its run when it joins, within the time left.
 */
final class FleetSession implements SharedRuns {

  private static final Duration TICK = Duration.ofSeconds(1);

  /** Least part of the wall time for a new run, as a divisor. */
  private static final int LEAST_SHARE = 20;

  private record Resumed(EarlierRun earlier, Job job) {}

  private final Job job;
  private final SessionStart start;
  private final Fleet fleet;
  private final ServedMetrics metrics;
  private final HeldResources held;
  private final MigrantExchange exchange = new MigrantExchange();

  /** Runs to resume, by model; empty for new runs. */
  private final Map<String, Resumed> resumed;

  private final List<OfferedDevice> models = new CopyOnWriteArrayList<>();
  private final List<TuningSession> sessions = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final List<RuntimeException> failures = new CopyOnWriteArrayList<>();
  private volatile boolean stopped;

  /**
   * Begins or resumes runs: waits for the first worker with a suitable device, and begins the run
   * of its model, or resumes it.
   *
   * @param runs the runs to resume, each with its job and perhaps another budget; empty for new
   *     ones
   * @throws BadInputException if the device cannot do what the job asks for, or as {@link
   *     TuningSession#resume}
   * @throws InvalidFileException if the job or the kernel is invalid
   * @throws EnvironmentException if no launch line leads to a host
   */
  FleetSession(Job job, FleetSection section, Map<EarlierRun, Job> runs, SessionStart start)
      throws InterruptedException {
    this.job = job;
    this.resumed =
        runs.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    run -> run.getKey().model(), run -> new Resumed(run.getKey(), run.getValue())));
    try (var holding = new HeldResources()) {
      this.fleet = section.start(job, start.news(), holding);
      this.metrics =
          holding.add(new ServedMetrics(job.output().prometheus()), ServedMetrics::close);
      long waited = System.nanoTime();
      OfferedDevice first = FleetKernel.first(job, fleet, resumed.keySet());
      this.start = start.withoutTimeSince(waited);
      models.add(first);
      TuningSession session = open(first, this.start);
      holding.add(session, TuningSession::close);
      sessions.add(session);
      fleet.follow(session.spec().folder().resolve(FleetSection.ADDED));
      this.held = holding.handedOver();
    }
  }

  private TuningSession open(OfferedDevice device, SessionStart from) throws InterruptedException {
    Optional<String> firstRun = sessions.stream().findFirst().map(session -> session.spec().id());
    Optional<MigrantExchange> others = Optional.of(exchange);
    @Nullable Resumed earlier = resumed.get(device.identity().model());
    Job own = earlier != null ? earlier.job() : sessions.isEmpty() ? job : rest();
    Optional<KernelOnDevice> kernel =
        Optional.of(FleetKernel.on(device, own, fleet, others, firstRun));
    return earlier != null
        ? TuningSession.resume(earlier.earlier(), own, kernel, from)
        : TuningSession.begin(own, Optional.empty(), kernel, from);
  }

  /** Reduces the job to the time left. */
  private Job rest() {
    if (!job.budget().hasWall()) {
      return job;
    }
    long left =
        job.budget().wall().toSeconds() - (System.nanoTime() - start.nanos()) / 1_000_000_000;
    long least = job.budget().wall().toSeconds() / LEAST_SHARE;
    if (left <= least) {
      throw new BadInputException(
          "%d s of the wall time are left; a new run needs more than %d s",
          Math.max(0, left), least);
    }
    return job.within(new Budget(Duration.ofSeconds(left), job.budget().evaluations()));
  }

  @Override
  public List<TuningSession> sessions() {
    return List.copyOf(sessions);
  }

  @Override
  public List<String> missing() {
    var missing = new HashMap<>(resumed);
    models.forEach(model -> missing.remove(model.identity().model()));
    return missing.values().stream().map(run -> run.earlier().id()).sorted().toList();
  }

  @Override
  public void run(SharedRuns.Watcher watcher) throws InterruptedException {
    metrics.endpoint().ifPresent(url -> watcher.news("Metrics: " + url));
    Thread arrivals = Thread.ofPlatform().name("arrivals").start(() -> takeIn(watcher));
    try {
      hold(sessions.getFirst(), watcher);
      awaitAll();
    } finally {
      arrivals.interrupt();
      arrivals.join();
      awaitAll();
    }
    if (!failures.isEmpty()) {
      RuntimeException first = failures.getFirst();
      failures.stream().skip(1).forEach(first::addSuppressed);
      throw first;
    }
  }

  private void awaitAll() throws InterruptedException {
    for (Optional<Thread> next = next(); next.isPresent(); next = next()) {
      next.get().join();
    }
  }

  private synchronized Optional<Thread> next() {
    return threads.stream().filter(Thread::isAlive).findFirst();
  }

  /** Begins a run for each model that joins. */
  private void takeIn(SharedRuns.Watcher watcher) {
    try {
      while (!stopped) {
        Optional<OfferedDevice> next = fleet.another(models, TICK);
        if (next.isPresent()) {
          models.add(next.get());
          takeIn(next.get(), watcher);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Ends with the last run.
    }
  }

  private void takeIn(OfferedDevice device, SharedRuns.Watcher watcher)
      throws InterruptedException {
    String model = device.identity().model();
    try {
      TuningSession session = open(device, SessionStart.now(start.reservation(), start.news()));
      begin(session, watcher);
    } catch (BadInputException | InvalidFileException | EnvironmentException e) {
      watcher.news("warning: no run for %s: %s".formatted(model, e.getMessage()));
    }
  }

  private synchronized void begin(TuningSession session, SharedRuns.Watcher watcher) {
    held.add(session, TuningSession::close);
    sessions.add(session);
    threads.add(
        Thread.ofPlatform()
            .name(session.spec().id())
            .start(
                () -> {
                  try {
                    hold(session, watcher);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt(); // Stopped before the first record.
                  }
                }));
  }

  private void hold(TuningSession session, SharedRuns.Watcher watcher) throws InterruptedException {
    if (stopped) {
      return;
    }
    try (RunListener watched = watcher.began(session)) {
      RunHistory history = session.run(watched, metrics, watcher::news);
      watcher.ended(session, history);
    } catch (RuntimeException e) {
      session.history().ifPresent(history -> watcher.ended(session, history));
      failures.add(e);
      if (sessions.size() > 1) {
        watcher.news("warning: run %s: %s".formatted(session.spec().id(), e.getMessage()));
      }
    }
  }

  @Override
  public void stop() {
    stopped = true;
    sessions.forEach(TuningSession::stop);
  }

  @Override
  public void close() {
    held.close();
  }
}
