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
import dev.evokernel.fleet.wire.FleetSecret;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.ToCoordinator;
import dev.evokernel.fleet.wire.ToWorker;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.text.Launcher;
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

  /** Longest reason in a message about a refused worker, in characters. */
  private static final int LONGEST_REASON = 300;

  private final FleetSettings settings;
  private final FleetBroker broker;
  private final BrokerConnection connection;
  private final WorkerMail mail;
  private final PendingJobs jobs = new PendingJobs();
  private final KeptEvaluations kept = new KeptEvaluations();
  private final FleetHosts hosts;
  private final String evoVersion;
  private final Consumer<String> news;

  /** Users of another version, each told once. */
  private final Set<String> outdated = new HashSet<>();

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
    String secret =
        settings.tls().isPresent()
            ? ""
            : "The fleet's secret is in %s, where a worker of this user finds it. "
                .formatted(FleetSecret.file(address().port()));
    return hosts.first(wanted, suiting, secret + "On the host of the device: " + joining());
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
   * Sends a job to a worker and waits for its end.
   *
   * @param progress receives the progress of finals
   * @param unsettled takes the job if the worker keeps its result until it is settled
   * @throws HostLostException if the host is lost before the end, or the job's time is over
   * @throws EnvironmentException if the failure is the host's, not the candidate's
   */
  public FleetResult call(
      RemoteDevice device,
      FleetJob job,
      Consumer<FinalsProgress> progress,
      List<Unsettled> unsettled)
      throws HostLostException, InterruptedException {
    RemoteHost host = device.host();
    Duration limit = JobLimits.of(job, device).plus(settings.lostAfter());
    PendingJob waiting = jobs.begin(device, job, limit);
    try {
      mail.send(host, new ToWorker.DoJob(waiting.id(), device.offer().identity().id(), job));
      FleetResult result = waiting.await(progress);
      if (job instanceof FleetJob.EvaluateThere) {
        unsettled.add(new Unsettled(host.queue(), waiting.id()));
      }
      if (result instanceof FleetResult.HostBroken(String message)) {
        throw new EnvironmentException(
            "Host '%s': %s".formatted(host.name(), Printable.text(message)));
      }
      return result;
    } catch (InterruptedException e) {
      jobs.cancel(waiting);
      mail.send(host, new ToWorker.CancelJob(waiting.id())); // Which the worker must answer, too.
      throw e;
    }
  }

  /** Requests a fresh process for the device's next evaluation. */
  void renew(RemoteDevice device) {
    mail.send(
        device.host(),
        new ToWorker.DoJob(
            jobs.unawaited(), device.offer().identity().id(), new FleetJob.RenewProcess()));
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
        received.ifPresent(message -> take(message, now));
        if (received.isEmpty() || now - looked > TICK.toNanos()) {
          hosts.loseLate(now); // Other hosts' messages must not keep a silent one alive.
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

  /** Handles a message. A message that no worker sends costs its sender's host, not the run. */
  private void take(BrokerConnection.Received received, long now) {
    String user = received.sender();
    if (hosts.isRefused(user)) {
      return;
    }
    try {
      heard(received, now);
    } catch (EnvironmentException e) {
      throw e; // Of the coordinator's own machine.
    } catch (RuntimeException | StackOverflowError e) {
      String why = Printable.line(String.valueOf(e.getMessage()));
      hosts.refuse(
          user,
          "a message that no worker sends (%s)"
              .formatted(why.substring(0, Math.min(why.length(), LONGEST_REASON))));
    }
  }

  private void heard(BrokerConnection.Received received, long now) {
    String queue = FleetQueues.worker(received.sender());
    if (!received.protocol().equals(FleetCodec.PROTOCOL) || !received.evo().equals(evoVersion)) {
      refuse(queue, received);
      return;
    }
    if (received.bytes().length == 0) {
      throw new IllegalArgumentException(
          "It is empty, or has more than %d bytes.".formatted(BrokerConnection.LARGEST_OF_WORKER));
    }
    ToCoordinator message = FleetCodec.read(ToCoordinator.class, received.bytes()).message();
    if (message instanceof ToCoordinator.Join join) {
      hosts.joined(received.sender(), join, now);
      return;
    }
    Optional<RemoteHost> host = hosts.heard(received.sender(), now);
    if (message instanceof ToCoordinator.KeptEvaluation evaluation) {
      keep(received.sender(), evaluation);
    } else if (host.isPresent()) {
      heard(host.get(), message);
    } else {
      mail.send(queue, new ToWorker.JoinAgain());
    }
  }

  private void refuse(String queue, BrokerConnection.Received received) {
    String why =
        FleetCodec.mismatch(
            address(),
            evoVersion,
            FleetCodec.PROTOCOL,
            Printable.line(received.evo()),
            Printable.line(received.protocol()));
    if (outdated.add(received.sender())) {
      news.accept("note: A worker was refused: " + why);
    }
    mail.send(queue, new ToWorker.Refused(why));
  }

  private void heard(RemoteHost host, ToCoordinator message) {
    switch (message) {
      case ToCoordinator.Alive _ -> {}
      case ToCoordinator.Leave _ -> hosts.lose(host, "Host '%s' left.".formatted(host.name()));
      case ToCoordinator.Wanted(List<String> digests) ->
          digests.forEach(digest -> hosts.give(host, digest));
      case ToCoordinator.DeviceOpened opened -> hosts.opened(host, opened);
      case ToCoordinator.DeviceNotOpened(String _, String device, String why) ->
          hosts.notOpened(host, device, why);
      case ToCoordinator.JobDone(String id, FleetResult result) -> {
        held(id, host.user()).ifPresent(job -> ended(job, result));
        jobs.answered(id);
      }
      case ToCoordinator.JobUnderWay(String id, var progress) ->
          held(id, host.user())
              .filter(job -> new FleetAnswers(job.device().problem()).isPossible(progress))
              .ifPresent(job -> job.underWay(progress));
      case ToCoordinator.Join _, ToCoordinator.KeptEvaluation _ ->
          throw new IllegalStateException("Handled before.");
    }
  }

  /**
   * Job that a worker holds.
   *
   * @throws IllegalArgumentException if another worker holds the job
   */
  private Optional<PendingJob> held(String id, String user) {
    Optional<PendingJob> job = jobs.of(id);
    if (job.filter(other -> !other.device().host().user().equals(user)).isPresent()) {
      throw new IllegalArgumentException("It answers a job of another host.");
    }
    return job;
  }

  private void ended(PendingJob job, FleetResult result) {
    if (!new FleetAnswers(job.device().problem()).fits(job.job(), result)) {
      throw new IllegalArgumentException(
          "Its answer does not fit the job, %s.".formatted(job.job().text()));
    }
    if (job.job() instanceof FleetJob.CompileThere
        && result instanceof FleetResult.HostBroken(String why)) {
      hosts.expel(job.device().host(), "cannot compile (%s)".formatted(Printable.line(why)));
    } else {
      job.ended(result);
    }
  }

  private void keep(String user, ToCoordinator.KeptEvaluation evaluation) {
    String queue = FleetQueues.worker(user);
    Optional<PendingJob> waiting = held(evaluation.id(), user);
    if (waiting.isPresent()) {
      ended(waiting.get(), new FleetResult.EvaluatedThere(evaluation.evaluated()));
    } else if (!kept.isOnRecord(evaluation) && jobs.isWanted(evaluation.id(), user)) {
      kept.add(queue, evaluation);
    } else if (!kept.has(evaluation.id())) {
      mail.send(
          queue, new ToWorker.Settled(List.of(evaluation.id()))); // Evaluated elsewhere or before.
    }
    jobs.answered(evaluation.id());
  }
}
