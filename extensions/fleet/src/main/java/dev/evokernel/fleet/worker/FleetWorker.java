package dev.evokernel.fleet.worker;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.tls.TlsStores;
import dev.evokernel.fleet.wire.Arrivals;
import dev.evokernel.fleet.wire.BrokerConnection;
import dev.evokernel.fleet.wire.FleetCodec;
import dev.evokernel.fleet.wire.FleetConnectionException;
import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.fleet.wire.FleetResult;
import dev.evokernel.fleet.wire.FleetSecret;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.Outbox;
import dev.evokernel.fleet.wire.SharedFile;
import dev.evokernel.fleet.wire.SharedProblem;
import dev.evokernel.fleet.wire.ToCoordinator;
import dev.evokernel.fleet.wire.ToWorker;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import org.jspecify.annotations.Nullable;

/**
 * Worker that lends devices of this host to the runs of a coordinator. It does one job at a time on
 * each device, in its own processes. After a lost connection it reconnects and delivers finished
 * results.
 *
 * <p>The worker executes kernels, references and build commands of the coordinator, as the user
 * that started it.
 */
public final class FleetWorker implements AutoCloseable {

  private static final Duration TICK = Duration.ofMillis(500);
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final WorkerSettings settings;
  private final List<OfferedDevice> offered;
  private final String evoVersion;
  private final Consumer<String> news;
  private final Lending lending;
  private final WorkerFolder folder;
  private final Outbox outbox;
  private final String process = UUID.randomUUID().toString();
  private final WorkerLink link = new WorkerLink();
  private final Arrivals arrivals;

  /** Secret shown on the last connection; empty with TLS. */
  private Optional<FleetSecret> secret = Optional.empty();

  private final Map<String, Future<?>> running = new ConcurrentHashMap<>();
  private final Map<String, ExecutorService> devices = new HashMap<>();
  private final ExecutorService others = Executors.newVirtualThreadPerTaskExecutor();
  private final ExecutorService opening = Executors.newSingleThreadExecutor();
  private volatile @Nullable LentProblem problem;
  private volatile @Nullable Thread receiver;
  private volatile boolean stopped;

  /** Opens a problem on devices; all its files are in the worker's folder. */
  @FunctionalInterface
  interface Lending {
    LentProblem open(SharedProblem problem, List<String> ids, WorkerFolder folder)
        throws InterruptedException;
  }

  /**
   * @param offered the worker's devices, whose locks the caller holds
   * @param news takes a line on each event
   * @throws EnvironmentException if the worker's folder is unusable
   */
  public FleetWorker(
      WorkerSettings settings,
      List<OfferedDevice> offered,
      String evoVersion,
      Consumer<String> news) {
    this(
        settings,
        offered,
        evoVersion,
        news,
        (problem, ids, folder) ->
            LentProblem.open(
                problem,
                problem.on(devices(problem, ids), folder.files(), folder.runs(), evoVersion),
                folder));
  }

  /** Maps ids to devices of this host, since devices may be offered under another model name. */
  private static List<DeviceIdentity> devices(SharedProblem problem, List<String> ids) {
    return Backend.named(problem.kernel().backend()).devices().stream()
        .filter(identity -> ids.contains(identity.id()))
        .toList();
  }

  FleetWorker(
      WorkerSettings settings,
      List<OfferedDevice> offered,
      String evoVersion,
      Consumer<String> news,
      Lending lending) {
    this.lending = lending;
    this.settings = settings;
    this.offered = List.copyOf(offered);
    this.evoVersion = evoVersion;
    this.news = news;
    this.folder = WorkerFolder.open(settings.folder());
    this.outbox = folder.outbox();
    this.arrivals = new Arrivals(folder.files(), link::send);
    offered.forEach(
        device ->
            devices.put(
                device.identity().id(),
                Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().name(device.identity().id()).factory())));
  }

  /**
   * Works until it is stopped; with {@code once} until the first run has ended.
   *
   * @throws EnvironmentException if the coordinator refuses the worker, or their certificates do
   *     not match
   */
  public void run() {
    receiver = Thread.currentThread();
    boolean told = false;
    while (!stopped) {
      try (BrokerConnection connection = connection()) {
        told = false;
        serve(connection);
      } catch (FleetConnectionException e) {
        requireSecret(e);
        if (!stopped && !told) {
          told = true;
          requireTls();
          news.accept(
              "No coordinator answers at %s (%s); retrying every %d s. Stop the worker with Ctrl-C."
                  .formatted(settings.coordinator(), e.getMessage(), RETRY.toSeconds()));
        }
        pause();
      } finally {
        link.disconnected();
      }
    }
  }

  /**
   * Works until the coordinator ends.
   *
   * @throws EnvironmentException if no coordinator answers, or the coordinator refuses the worker
   */
  public void runOnce() {
    receiver = Thread.currentThread();
    boolean connected = false;
    try (BrokerConnection connection = connection()) {
      connected = true;
      serve(connection);
    } catch (FleetConnectionException e) {
      requireSecret(e);
      if (!connected) {
        throw new EnvironmentException(
            "No coordinator answers at %s: %s.".formatted(settings.coordinator(), e.getMessage()),
            e);
      }
    } finally {
      link.disconnected();
    }
  }

  private BrokerConnection connection() throws FleetConnectionException {
    secret =
        settings.tls().isPresent()
            ? Optional.empty()
            : Optional.of(FleetSecret.read(settings.secretFile()));
    return BrokerConnection.to(
        settings.coordinator(),
        settings.tls(),
        folder.user(),
        secret.map(FleetSecret::ofWorkers).orElse("") + folder.password(),
        evoVersion);
  }

  /** Ends this worker if the coordinator refused its secret, and has not drawn another since. */
  private void requireSecret(FleetConnectionException failure) {
    try {
      if (failure.isRefusal()
          && secret.isPresent()
          && secret.get().equals(FleetSecret.read(settings.secretFile()))) {
        throw new EnvironmentException(
            "The coordinator at %s refuses the secret in %s. Maybe another user's coordinator listens there, or the file is of an earlier start. Copy the file that 'evo run --fleet' names, and name the copy: --secret FILE"
                .formatted(settings.coordinator(), settings.secretFile()),
            failure);
      }
    } catch (FleetConnectionException gone) {
      // The coordinator has ended since.
    }
  }

  private ToCoordinator.Join join() {
    return new ToCoordinator.Join(process, settings.host(), offered);
  }

  private void requireTls() {
    settings
        .tls()
        .flatMap(files -> TlsStores.problem(settings.coordinator(), files))
        .ifPresent(
            problem -> {
              throw new EnvironmentException(
                  "TLS between the coordinator at %s and this worker failed: %s"
                      .formatted(settings.coordinator(), problem));
            });
  }

  private void pause() {
    try {
      Thread.sleep(RETRY);
    } catch (InterruptedException e) {
      // Stopped; otherwise the next attempt comes earlier.
    }
  }

  private void serve(BrokerConnection connection) throws FleetConnectionException {
    var first = new ArrayList<ToCoordinator>();
    first.add(join());
    first.addAll(outbox.all());
    link.connected(connection, first);
    news.accept("Connected to the coordinator at %s.".formatted(settings.coordinator()));
    long said = System.nanoTime();
    Duration tick = settings.alive().compareTo(TICK) < 0 ? settings.alive() : TICK;
    while (!stopped) {
      Optional<BrokerConnection.Received> received = connection.receive(tick);
      if (received.isPresent()) {
        heard(received.get());
      }
      if (System.nanoTime() - said > settings.alive().toNanos()) {
        said = System.nanoTime();
        link.send(new ToCoordinator.Alive());
      }
    }
  }

  private void heard(BrokerConnection.Received received) {
    if (secret.isPresent() && !secret.get().ofCoordinator().equals(received.proof())) {
      throw new EnvironmentException(
          "The process that listens at %s does not know the secret in %s, so it is no coordinator of this user. Nothing of it was executed."
              .formatted(settings.coordinator(), settings.secretFile()));
    }
    FleetCodec.Parcel<ToWorker> parcel;
    try {
      parcel = FleetCodec.read(ToWorker.class, received.bytes());
    } catch (IllegalArgumentException e) {
      throw new EnvironmentException(
          FleetCodec.mismatch(
              settings.coordinator(),
              received.evo(),
              received.protocol(),
              evoVersion,
              FleetCodec.PROTOCOL),
          e);
    }
    switch (parcel.message()) {
      case ToWorker.Refused(String why) -> throw new EnvironmentException(why);
      case ToWorker.Waiting(String why) -> news.accept(why);
      case ToWorker.OpenProblem(SharedProblem next, List<String> ids) ->
          opening.execute(() -> open(next, ids));
      case ToWorker.Content(String digest) -> arrivals.arrived(digest, parcel.content());
      case ToWorker.ContentGone(String digest) -> arrivals.isGone(digest);
      case ToWorker.DoJob job -> begin(job);
      case ToWorker.CancelJob(String id) ->
          Optional.ofNullable(running.remove(id)).ifPresent(job -> cancel(id, job));
      case ToWorker.Settled(List<String> jobs) -> jobs.forEach(outbox::settle);
      case ToWorker.RunEnded(String run) -> opening.execute(() -> ended(run));
      case ToWorker.JoinAgain _ -> link.send(join());
    }
  }

  private void open(SharedProblem next, List<String> ids) {
    try {
      LentProblem present = problem;
      if (present == null
          || !present.problem().equals(next)
          || !present.devices().containsAll(ids)) {
        leaveProblem();
        arrivals.await(next.kernel().files().stream().map(SharedFile::digest));
        news.accept("Opening run %s on %s.".formatted(next.run(), String.join(", ", ids)));
        present = lending.open(next, ids, folder);
        problem = present;
      }
      for (String id : ids) {
        link.send(new ToCoordinator.DeviceOpened(next.digest(), id, present.facts(id)));
      }
      news.accept("Working for run %s.".formatted(next.run()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      news.accept("warning: Cannot open run %s here: %s".formatted(next.run(), e.getMessage()));
      for (String id : ids) {
        link.send(
            new ToCoordinator.DeviceNotOpened(next.digest(), id, String.valueOf(e.getMessage())));
      }
    }
  }

  private void begin(ToWorker.DoJob job) {
    ExecutorService executor =
        job.job() instanceof FleetJob.CompileThere ? others : devices.get(job.device());
    LentProblem on = problem;
    if (on != null && executor != null) {
      running.put(job.id(), executor.submit(() -> work(on, job)));
    } else {
      broken(job.id(), "This host has not opened the problem.");
    }
  }

  private void cancel(String id, Future<?> job) {
    job.cancel(true);
    broken(id, "The job was cancelled.");
  }

  private void broken(String id, String why) {
    link.sendSurely(new ToCoordinator.JobDone(id, new FleetResult.HostBroken(why)));
  }

  private void work(LentProblem on, ToWorker.DoJob job) {
    try {
      FleetResult result = result(on, job);
      if (result instanceof FleetResult.EvaluatedThere(Evaluated evaluated)
          && job.job() instanceof FleetJob.EvaluateThere(EvaluationRequest asked)) {
        var kept = new ToCoordinator.KeptEvaluation(job.id(), on.problem().run(), asked, evaluated);
        outbox.put(kept);
        link.send(kept);
      } else {
        link.sendSurely(new ToCoordinator.JobDone(job.id(), result));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Cancelled: the result is not wanted.
    } catch (RuntimeException | Error e) {
      news.accept("warning: Cannot send a result: " + e);
      broken(job.id(), e.toString());
    } finally {
      running.remove(job.id());
    }
  }

  private FleetResult result(LentProblem on, ToWorker.DoJob job) throws InterruptedException {
    try {
      return on.done(
          job.device(),
          job.job(),
          progress -> link.send(new ToCoordinator.JobUnderWay(job.id(), progress)));
    } catch (EnvironmentException e) {
      return new FleetResult.HostBroken(String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      return new FleetResult.HostBroken(e.toString());
    }
  }

  private void ended(String run) {
    outbox.settleRun(run);
    LentProblem present = problem;
    if (present != null && present.problem().run().equals(run)) {
      leaveProblem();
      news.accept(
          "Run %s has ended%s.".formatted(run, settings.once() ? "" : "; waiting for the next"));
      if (settings.once()) {
        stop();
      }
    }
  }

  private void leaveProblem() {
    LentProblem present = problem;
    problem = null;
    if (present != null) {
      List.copyOf(running.values()).forEach(job -> job.cancel(true));
      present.close();
    }
  }

  /** Ends {@link #run} soon; callable from any thread. */
  public void stop() {
    if (!stopped) {
      link.send(new ToCoordinator.Leave());
      stopped = true;
      Thread thread = receiver;
      if (thread != null) {
        thread.interrupt();
      }
    }
  }

  @Override
  public void close() {
    opening.shutdownNow();
    devices.values().forEach(ExecutorService::shutdownNow);
    others.shutdownNow();
    leaveProblem();
    opening.close();
    folder.close();
  }
}
