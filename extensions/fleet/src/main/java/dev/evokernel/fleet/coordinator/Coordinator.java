package dev.evokernel.fleet.coordinator;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.BrokerConnection;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.fleet.wire.FleetResult;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.fleet.wire.OfferedDevice;
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

  private final FleetSettings settings;
  private final FleetBroker broker;
  private final BrokerConnection connection;
  private final WorkerMail mail;
  private final PendingJobs jobs = new PendingJobs();
  private final KeptEvaluations kept = new KeptEvaluations();
  private final FleetHosts hosts;
  private final FleetInbox inbox;

  private Coordinator(
      FleetSettings settings, FleetBroker broker, String evoVersion, Consumer<String> news) {
    this.settings = settings;
    this.broker = broker;
    this.connection = broker.connection(evoVersion);
    this.mail = new WorkerMail(connection);
    this.hosts = new FleetHosts(settings.lostAfter(), mail, jobs, news);
    this.inbox =
        new FleetInbox(connection, broker.address(), evoVersion, mail, hosts, jobs, kept, news);
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
      coordinator.inbox.start();
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
}
