package dev.evokernel.fleet.coordinator;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.BrokerConnection;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetCodec;
import dev.evokernel.fleet.wire.FleetConnectionException;
import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.fleet.wire.FleetQueues;
import dev.evokernel.fleet.wire.FleetResult;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.ToCoordinator;
import dev.evokernel.fleet.wire.ToWorker;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.yaml.Launcher;
import dev.evokernel.worker.protocol.FinalsProgress;

/**
 * Coordinator of a fleet. It gives each worker that joins the problem of its model's run, sends
 * jobs, and passes each result to the waiting thread.
 *
 * <p>A worker that is silent for {@link FleetSettings#lostAfter} is lost, along with its jobs. A
 * worker that returns earlier, even on a new connection, loses nothing: jobs and results wait in
 * the queues. Duplicate results are dropped.
 */
public final class Coordinator implements AutoCloseable {

  private static final Duration TICK = Duration.ofSeconds(1);

  private final FleetSettings settings;
  private final FleetBroker broker;
  private final BrokerConnection connection;
  private final WorkerMail mail;
  private final PendingJobs jobs = new PendingJobs();
  private final KeptEvaluations kept = new KeptEvaluations();
  private final FleetHosts hosts;
  private final String evoVersion;
  private final Consumer<String> news;

  private Coordinator(
      FleetSettings settings, FleetBroker broker, String evoVersion, Consumer<String> news) {
    this.settings = settings;
    this.broker = broker;
    this.connection = broker.connection(evoVersion);
    this.mail = new WorkerMail(connection);
    this.hosts = new FleetHosts(settings.lostAfter(), mail, jobs, news);
    this.evoVersion = evoVersion;
    this.news = news;
  }

  /**
   * Starts the broker.
   *
   * @param news takes a line on each worker that joins or leaves
   * @throws EnvironmentException if the address cannot be listened at
   */
  public static Coordinator start(
      FleetSettings settings, String evoVersion, Consumer<String> news) {
    FleetBroker broker = FleetBroker.start(settings);
    try {
      var coordinator = new Coordinator(settings, broker, evoVersion, news);
      Thread.ofPlatform().daemon().name("fleet").start(coordinator::receive);
      return coordinator;
    } catch (RuntimeException e) {
      broker.close();
      throw e;
    }
  }

  public FleetAddress address() {
    return broker.address();
  }

  /** Command that lends a host's devices to this coordinator. */
  public String joining() {
    return Launcher.command("worker --join " + address().url())
        + (settings.tls().isPresent() ? " --tls FOLDER" : "");
  }

  /**
   * Waits for the first worker with a suitable device.
   *
   * @param wanted describes the device in messages
   */
  public OfferedDevice first(String wanted, Predicate<OfferedDevice> suiting)
      throws InterruptedException {
    return hosts.first(wanted, suiting, joining());
  }

  public FleetHosts hosts() {
    return hosts;
  }

  /** Releases workers from keeping evaluations that the run has on record, now and later. */
  public void recorded(String run, BiPredicate<Configuration, List<String>> record) {
    settle(kept.recorded(run, record));
  }

  public KeptEvaluations kept() {
    return kept;
  }

  /**
   * Compiles on the host with the most idle compile workers for a model.
   *
   * @throws HostLostException if the host is lost before the end
   * @throws EnvironmentException if the run had no host for {@link #patience}
   */
  FleetResult compile(OfferedDevice model, FleetJob.CompileThere job)
      throws HostLostException, InterruptedException {
    RemoteDevice device = hosts.takeCompiler(model, settings.patience());
    try {
      return call(device, job, _ -> {}, new ArrayList<>());
    } finally {
      hosts.giveBackCompiler(device);
    }
  }

  /**
   * Sends a job to a worker and waits for its end.
   *
   * @param progress receives the progress of finals
   * @param unsettled takes the job if the worker keeps its result until it is settled
   * @throws HostLostException if the host is lost before the end
   * @throws EnvironmentException if the failure is the host's, not the candidate's
   */
  public FleetResult call(
      RemoteDevice device,
      FleetJob job,
      Consumer<FinalsProgress> progress,
      List<Unsettled> unsettled)
      throws HostLostException, InterruptedException {
    RemoteHost host = device.host();
    PendingJob waiting = jobs.begin(host, job);
    try {
      mail.send(host, new ToWorker.DoJob(waiting.id(), device.offer().identity().id(), job));
      FleetResult result = waiting.await(progress);
      if (job instanceof FleetJob.EvaluateThere) {
        unsettled.add(new Unsettled(host.queue(), waiting.id()));
      }
      if (result instanceof FleetResult.HostBroken(String message)) {
        throw new EnvironmentException("Host '%s': %s".formatted(host.name(), message));
      }
      return result;
    } catch (InterruptedException e) {
      mail.send(host, new ToWorker.CancelJob(waiting.id()));
      throw e;
    } finally {
      jobs.forget(waiting);
    }
  }

  /** Requests a fresh process for the device's next evaluation. */
  void renew(RemoteDevice device) {
    mail.send(
        device.host(),
        new ToWorker.DoJob(
            jobs.unawaited("renewal"),
            device.offer().identity().id(),
            new FleetJob.RenewProcess()));
  }

  /** Tells the workers that results are on record. */
  public void settle(List<Unsettled> results) {
    results.stream()
        .collect(groupingBy(Unsettled::queue, mapping(Unsettled::id, toList())))
        .forEach((queue, ids) -> mail.send(queue, new ToWorker.Settled(ids)));
  }

  /** Time that a run without a device waits for one. */
  Duration patience() {
    return settings.patience();
  }

  @Override
  public void close() {
    mail.close();
    connection.close();
    broker.close();
  }

  /** Receives worker messages in order and handles each, until the mail is closed. */
  private void receive() {
    long looked = System.nanoTime();
    while (true) {
      try {
        Optional<BrokerConnection.Received> received = connection.receive(TICK);
        long now = System.nanoTime();
        if (mail.isClosed()) {
          return;
        }
        hosts.ticked(now);
        received.ifPresent(message -> heard(message, now));
        if (received.isEmpty() || now - looked > TICK.toNanos()) {
          hosts.loseSilent(now); // Other hosts' messages must not keep a silent one alive.
          looked = now;
        }
      } catch (FleetConnectionException e) {
        failed("The fleet's broker failed: " + e.getMessage());
        return;
      } catch (RuntimeException e) {
        failed("The fleet failed: " + e);
        return;
      }
    }
  }

  /** Reports a failure after which no message can be received. */
  private void failed(String why) {
    if (!mail.isClosed()) {
      hosts.failed(why);
    }
  }

  private void heard(BrokerConnection.Received received, long now) {
    String queue = FleetQueues.worker(received.sender());
    if (!received.protocol().equals(FleetCodec.PROTOCOL) || !received.evo().equals(evoVersion)) {
      refuse(queue, received);
      return;
    }
    FleetCodec.Parcel<ToCoordinator> parcel;
    try {
      parcel = FleetCodec.read(ToCoordinator.class, received.bytes());
    } catch (IllegalArgumentException e) {
      news.accept("note: A message of worker %s was dropped: %s".formatted(received.sender(), e));
      return;
    }
    if (parcel.message() instanceof ToCoordinator.Join join) {
      hosts.joined(received.sender(), join, now);
      return;
    }
    Optional<RemoteHost> host = hosts.heard(received.sender(), now);
    if (parcel.message() instanceof ToCoordinator.KeptEvaluation evaluation) {
      keep(queue, evaluation);
    } else if (host.isPresent()) {
      heard(host.get(), parcel);
    } else {
      mail.send(queue, new ToWorker.JoinAgain());
    }
  }

  private void refuse(String queue, BrokerConnection.Received received) {
    String why =
        FleetCodec.mismatch(
            address(), evoVersion, FleetCodec.PROTOCOL, received.evo(), received.protocol());
    news.accept("note: A worker was refused: " + why);
    mail.send(queue, new ToWorker.Refused(why));
  }

  private void heard(RemoteHost host, FleetCodec.Parcel<ToCoordinator> parcel) {
    switch (parcel.message()) {
      case ToCoordinator.Alive _ -> {}
      case ToCoordinator.Leave _ -> hosts.lose(host, "Host '%s' left.".formatted(host.name()));
      case ToCoordinator.Wanted(List<String> digests) ->
          digests.forEach(digest -> hosts.give(host, digest));
      case ToCoordinator.Made(String digest) -> hosts.made(digest, parcel.content());
      case ToCoordinator.DeviceOpened opened -> hosts.opened(host, opened);
      case ToCoordinator.DeviceNotOpened(String _, String device, String why) ->
          hosts.notOpened(host, device, why);
      case ToCoordinator.JobDone(String id, FleetResult result) ->
          jobs.of(id).ifPresent(job -> job.ended(result));
      case ToCoordinator.JobUnderWay(String id, var progress) ->
          jobs.of(id).ifPresent(job -> job.underWay(progress));
      case ToCoordinator.Join _, ToCoordinator.KeptEvaluation _ ->
          throw new IllegalStateException("Handled before.");
    }
  }

  private void keep(String queue, ToCoordinator.KeptEvaluation evaluation) {
    Optional<PendingJob> waiting = jobs.of(evaluation.id());
    if (waiting.isPresent()) {
      waiting.get().ended(new FleetResult.EvaluatedThere(evaluation.evaluated()));
    } else if (!kept.isOnRecord(evaluation) && jobs.isWanted(evaluation.id())) {
      kept.add(queue, evaluation);
    } else if (!kept.has(evaluation.id())) {
      mail.send(
          queue, new ToWorker.Settled(List.of(evaluation.id()))); // Evaluated elsewhere or before.
    }
  }
}
