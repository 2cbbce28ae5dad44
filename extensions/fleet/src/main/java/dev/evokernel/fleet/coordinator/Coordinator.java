package dev.evokernel.fleet.coordinator;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.BrokerConnection;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.fleet.wire.FleetResult;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.ToWorker;
import dev.evokernel.kernel.yaml.Launcher;
import dev.evokernel.worker.protocol.FinalsProgress;
import dev.evokernel.workers.RunWorkers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The coordinator's side of a fleet: gives the workers that join the problem of their model's run,
 * sends jobs, and hands each result to the thread that waits for it.
 *
 * <p>A worker that has not been heard of for {@link FleetSettings#lostAfter} is lost, and its jobs
 * with it. One that comes back earlier, on a new connection too, has lost nothing: jobs and results
 * that were under way wait in the queues, and a result that comes twice is dropped the second time.
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
   * @param news takes a line on each worker that comes or goes
   * @throws EnvironmentException if it cannot listen there
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

  /** The command that lends a host's devices to this coordinator. */
  public String joining() {
    return Launcher.command("worker --join " + address().url())
        + (settings.tls().isPresent() ? " --tls FOLDER" : "");
  }

  /**
   * Waits for the first worker with a device that suits.
   *
   * @param wanted which one is looked for, for messages
   */
  public OfferedDevice first(String wanted, Predicate<OfferedDevice> suiting)
      throws InterruptedException {
    return hosts.first(wanted, suiting, joining());
  }

  /**
   * Changes which devices suit from now on; workers that offer none of them wait for another run.
   *
   * @param wanted which are looked for, for messages
   */
  public void want(String wanted, Predicate<OfferedDevice> suiting) {
    hosts.want(wanted, suiting);
  }

  /**
   * The next device that suits and is of another model than these.
   *
   * @param patience how long to wait for one
   * @return empty if none comes within that
   */
  public Optional<OfferedDevice> another(Collection<OfferedDevice> models, Duration patience)
      throws InterruptedException {
    return hosts.another(models, patience);
  }

  public FleetHosts hosts() {
    return hosts;
  }

  /** How many compilations the devices of a model bring with them. */
  public int compilers(OfferedDevice model) {
    return hosts.compilers(model);
  }

  /** How many devices of a model are offered. */
  public int lent(OfferedDevice model) {
    return hosts.lent(model);
  }

  /** Workers need not keep what a run has on record, now and later. */
  public void recorded(String run, RunWorkers.OnRecord record) {
    settle(kept.recorded(run, record));
  }

  public KeptEvaluations kept() {
    return kept;
  }

  /**
   * Compiles on the host of one of a model's devices that has most compile workers idle.
   *
   * @throws HostLostException if that host is lost meanwhile
   * @throws EnvironmentException if no host of the run was there for {@link #patience}
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
   * Has a worker do a job, and waits for its end.
   *
   * @param progress hears how far finals are
   * @param unsettled takes the job, if the worker keeps its result until it is settled
   * @throws HostLostException if the host is lost before the job has ended
   * @throws EnvironmentException if the host is at fault, not a candidate
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

  /** The device's next evaluation is the first in a fresh process. */
  void renew(RemoteDevice device) {
    mail.send(
        device.host(),
        new ToWorker.DoJob(
            jobs.unawaited("renewal"),
            device.offer().identity().id(),
            new FleetJob.RenewProcess()));
  }

  /** The jobs' results are on record. */
  public void settle(List<Unsettled> results) {
    results.stream()
        .collect(groupingBy(Unsettled::queue, mapping(Unsettled::id, toList())))
        .forEach((queue, ids) -> mail.send(queue, new ToWorker.Settled(ids)));
  }

  /** How long a run that has no device left waits for one. */
  Duration patience() {
    return settings.patience();
  }

  @Override
  public void close() {
    inbox.close();
    mail.close();
    connection.close();
    broker.close();
  }
}
