package dev.evokernel.fleet;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Launcher;
import dev.evokernel.worker.FinalsProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The coordinator's side of a fleet: knows the workers that joined, gives them the run's problem,
 * sends jobs, and hands each result to the thread that waits for it.
 *
 * <p>A worker that has not been heard of for {@link FleetSettings#lostAfter} is lost, and its jobs
 * with it. One that comes back earlier, on a new connection too, has lost nothing: jobs and results
 * that were under way wait in the queues, and a result that comes twice is dropped the second time.
 */
public final class Coordinator implements AutoCloseable {

  private static final Duration TICK = Duration.ofSeconds(1);

  private final FleetSettings settings;
  private final FleetBroker broker;
  private final BrokerConnection connection;
  private final String evoVersion;
  private final Consumer<String> news;
  private final String session = UUID.randomUUID().toString();
  private final KeptEvaluations kept = new KeptEvaluations();
  private final Thread receiver =
      Thread.ofPlatform().daemon().name("fleet").unstarted(this::receive);

  // Guarded by this.
  private final Map<String, RemoteHost> hosts = new LinkedHashMap<>();
  private final Map<String, PendingJob> pending = new HashMap<>();
  private final Map<RemoteDevice, Integer> compiling = new HashMap<>();
  private final List<RemoteDevice> taken = new ArrayList<>();
  private Predicate<OfferedDevice> suits = _ -> true;
  private String wish = "";
  private Optional<OpenRun> run = Optional.empty();
  private Optional<String> failure = Optional.empty();
  private long jobs;
  private boolean closed;

  /**
   * The run that workers work for.
   *
   * @param model that every device is like
   * @param files of the problem by digest
   * @param store of binaries
   */
  private record OpenRun(
      SharedProblem problem, OfferedDevice model, Map<String, Path> files, ContentStore store) {}

  private Coordinator(
      FleetSettings settings, FleetBroker broker, String evoVersion, Consumer<String> news) {
    this.settings = settings;
    this.broker = broker;
    this.connection = broker.connection(evoVersion);
    this.evoVersion = evoVersion;
    this.news = news;
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
      coordinator.receiver.start();
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
  public synchronized OfferedDevice first(String wanted, Predicate<OfferedDevice> suiting)
      throws InterruptedException {
    wish = wanted;
    suits = suiting;
    hosts.values().forEach(this::offer); // Those that do not suit are told so.
    Optional<OfferedDevice> found = offers().filter(suits).findFirst();
    if (found.isEmpty()) {
      news.accept(
          "Waiting for a worker with %s. On the host of the device: %s"
              .formatted(wanted, joining()));
    }
    while (found.isEmpty()) {
      wait();
      found = offers().filter(suits).findFirst();
    }
    return found.get();
  }

  private Stream<OfferedDevice> offers() {
    return hosts.values().stream().flatMap(host -> host.offered().stream());
  }

  /**
   * Gives the problem to every worker that has or will have joined with such a device.
   *
   * @param files of the problem by digest
   */
  synchronized void open(
      SharedProblem problem, OfferedDevice model, Map<String, Path> files, ContentStore store) {
    run = Optional.of(new OpenRun(problem, model, Map.copyOf(files), store));
    wish = model.identity().model();
    suits = model::isLike;
    hosts.values().forEach(this::offer);
  }

  /** How many compilations the devices that suit bring with them. */
  public synchronized int compilers() {
    return offers().filter(suits).mapToInt(OfferedDevice::compilers).sum();
  }

  /** How many devices that suit are offered. */
  public synchronized int lent() {
    return (int) offers().filter(suits).count();
  }

  KeptEvaluations kept() {
    return kept;
  }

  /**
   * Takes the next device that is opened; each is given out once. A host that comes back after it
   * was lost has new ones.
   *
   * @param patience how long to wait for one
   * @return empty if none comes within that
   */
  synchronized Optional<RemoteDevice> take(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<RemoteDevice> next = devices().filter(device -> !taken.contains(device)).findFirst();
      long left = deadline - System.nanoTime();
      if (next.isPresent() || left <= 0) {
        next.ifPresent(taken::add);
        return next;
      }
      wait(Math.max(1, Math.min(left, TICK.toNanos()) / 1_000_000));
    }
  }

  /** Why a worker could not open the problem, while none has. */
  synchronized Optional<String> failure() {
    return devices().findAny().isPresent() ? Optional.empty() : failure;
  }

  private Stream<RemoteDevice> devices() {
    return hosts.values().stream().flatMap(host -> host.opened().values().stream());
  }

  /**
   * Compiles on the device's host that has most compile workers idle.
   *
   * @throws HostLostException if that host is lost meanwhile
   */
  FleetResult compile(FleetJob.CompileThere job) throws HostLostException, InterruptedException {
    RemoteDevice device = compiler();
    try {
      return call(device, job, _ -> {}, new ArrayList<>());
    } finally {
      synchronized (this) {
        compiling.merge(device, -1, Integer::sum);
        notifyAll();
      }
    }
  }

  private synchronized RemoteDevice compiler() throws InterruptedException {
    while (true) {
      Optional<RemoteDevice> idle =
          devices().filter(device -> idle(device) > 0).max(Comparator.comparingInt(this::idle));
      if (idle.isPresent()) {
        compiling.merge(idle.get(), 1, Integer::sum);
        return idle.get();
      }
      wait();
    }
  }

  private int idle(RemoteDevice device) {
    return device.offer().compilers() - compiling.getOrDefault(device, 0);
  }

  /**
   * Has a worker do a job, and waits for its end.
   *
   * @param progress hears how far finals are
   * @param unsettled takes the job's id, if the worker keeps its result until it is settled
   * @throws HostLostException if the host is lost before the job has ended
   * @throws EnvironmentException if the host is at fault, not a candidate
   */
  FleetResult call(
      RemoteDevice device, FleetJob job, Consumer<FinalsProgress> progress, List<String> unsettled)
      throws HostLostException, InterruptedException {
    RemoteHost host = device.host();
    PendingJob waiting = begin(host);
    try {
      send(host, new ToWorker.DoJob(waiting.id(), device.offer().identity().id(), job));
      FleetResult result = waiting.await(progress);
      if (job instanceof FleetJob.EvaluateThere) {
        unsettled.add(waiting.id());
      }
      if (result instanceof FleetResult.HostBroken(String message)) {
        throw new EnvironmentException("Host '%s': %s".formatted(host.name(), message));
      }
      return result;
    } catch (InterruptedException e) {
      send(host, new ToWorker.CancelJob(waiting.id()));
      throw e;
    } finally {
      synchronized (this) {
        pending.remove(waiting.id());
      }
    }
  }

  private synchronized PendingJob begin(RemoteHost host) throws HostLostException {
    if (host.isLost()) {
      throw new HostLostException("Host '%s' was lost before.".formatted(host.name()));
    }
    var waiting = new PendingJob(session + "/" + jobs++, host);
    pending.put(waiting.id(), waiting);
    return waiting;
  }

  /** The device's next evaluation is the first in a fresh process. */
  void renew(RemoteDevice device) {
    send(
        device.host(),
        new ToWorker.DoJob(
            session + "/renewal", device.offer().identity().id(), new FleetJob.RenewProcess()));
  }

  /** The jobs' results are on record. */
  void settle(RemoteHost host, List<String> ids) {
    if (!ids.isEmpty()) {
      send(host, new ToWorker.Settled(ids));
    }
  }

  private void send(RemoteHost host, ToWorker message) {
    send(host.queue(), message, new byte[0]);
  }

  private void send(String queue, ToWorker message, byte[] content) {
    try {
      connection.send(queue, FleetCodec.bytes(ToWorker.class, message, content));
    } catch (FleetConnectionException e) {
      synchronized (this) {
        if (!closed) {
          throw new EnvironmentException("The fleet's broker failed: " + e.getMessage(), e);
        }
      }
    }
  }

  private void receive() {
    long ticked = System.nanoTime();
    long looked = ticked;
    while (true) {
      try {
        Optional<BrokerConnection.Received> received = connection.receive(TICK);
        long now = System.nanoTime();
        synchronized (this) {
          if (closed) {
            return;
          }
          if (now - ticked > settings.lostAfter().toNanos() / 2) {
            hosts.values().forEach(host -> host.heard(now)); // This process itself stood still.
          }
          ticked = now;
          received.ifPresent(one -> heard(one, now));
          if (received.isEmpty() || now - looked > TICK.toNanos()) {
            loseSilent(now); // Other hosts' messages must not keep a silent one alive.
            looked = now;
          }
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

  /** Nothing can be received any more. */
  private synchronized void failed(String why) {
    if (!closed) {
      failure = Optional.of(why);
      List.copyOf(hosts.values()).forEach(host -> lose(host, why));
    }
  }

  private void heard(BrokerConnection.Received received, long now) {
    String queue = FleetQueues.worker(received.sender());
    if (!received.protocol().equals(FleetCodec.PROTOCOL) || !received.evo().equals(evoVersion)) {
      String why =
          "The coordinator at %s runs evo %s (protocol %s), and this worker evo %s (protocol %s): both must be the same. Install evo %s on this host, and join again."
              .formatted(
                  address(),
                  evoVersion,
                  FleetCodec.PROTOCOL,
                  received.evo(),
                  received.protocol(),
                  evoVersion);
      news.accept("note: A worker was refused: " + why);
      send(queue, new ToWorker.Refused(why), new byte[0]);
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
      joined(received.sender(), join, now);
      return;
    }
    RemoteHost host = hosts.get(received.sender());
    if (host != null) {
      host.heard(now);
    }
    if (parcel.message() instanceof ToCoordinator.KeptEvaluation evaluation) {
      keep(queue, evaluation);
      return;
    }
    if (host == null) {
      send(queue, new ToWorker.JoinAgain(), new byte[0]);
      return;
    }
    heard(host, parcel);
  }

  private void heard(RemoteHost host, FleetCodec.Parcel<ToCoordinator> parcel) {
    switch (parcel.message()) {
      case ToCoordinator.Alive _ -> {}
      case ToCoordinator.Leave _ -> lose(host, "Host '%s' left.".formatted(host.name()));
      case ToCoordinator.Wanted(List<String> digests) -> digests.forEach(one -> give(host, one));
      case ToCoordinator.Made(String digest) ->
          run.ifPresent(open -> open.store().keep(digest, parcel.content()));
      case ToCoordinator.DeviceOpened opened -> opened(host, opened);
      case ToCoordinator.DeviceNotOpened(String _, String device, String why) ->
          notOpened(host, device, why);
      case ToCoordinator.JobDone(String id, FleetResult result) -> {
        PendingJob waiting = pending.get(id);
        if (waiting != null) {
          waiting.ended(result);
        }
      }
      case ToCoordinator.JobUnderWay(String id, FinalsProgress progress) -> {
        PendingJob waiting = pending.get(id);
        if (waiting != null) {
          waiting.underWay(progress);
        }
      }
      case ToCoordinator.Join _, ToCoordinator.KeptEvaluation _ ->
          throw new IllegalStateException("Handled before.");
    }
  }

  private void joined(String user, ToCoordinator.Join join, long now) {
    RemoteHost known = hosts.get(user);
    if (known != null && known.isProcess(join.process())) {
      known.heard(now);
      return;
    }
    if (known != null) {
      lose(known, "The worker of host '%s' was started again.".formatted(known.name()));
    }
    var host = new RemoteHost(user, join, now);
    hosts.put(user, host);
    news.accept(
        "Host '%s' joined with %s."
            .formatted(
                host.name(),
                host.offered().stream().map(Object::toString).collect(Collectors.joining(", "))));
    offer(host);
    notifyAll();
  }

  private void offer(RemoteHost host) {
    List<String> ids =
        host.offered().stream().filter(suits).map(device -> device.identity().id()).toList();
    if (ids.isEmpty()) {
      send(
          host,
          new ToWorker.Waiting(
              "The run needs %s, which this host does not offer; it waits for another run."
                  .formatted(wish.isEmpty() ? "another device" : wish)));
    } else if (run.isPresent()) {
      send(host, new ToWorker.OpenProblem(run.get().problem(), ids));
    }
  }

  private void keep(String queue, ToCoordinator.KeptEvaluation evaluation) {
    PendingJob waiting = pending.get(evaluation.id());
    if (waiting != null) {
      waiting.ended(evaluation.result());
    } else if (evaluation.id().startsWith(session)) {
      send(queue, new ToWorker.Settled(List.of(evaluation.id())), new byte[0]); // Done elsewhere.
    } else {
      kept.add(evaluation);
    }
  }

  private void give(RemoteHost host, String digest) {
    try {
      OpenRun open = run.orElseThrow(IOException::new);
      Path file = open.files().getOrDefault(digest, open.store().path(digest));
      send(host.queue(), new ToWorker.Content(digest), Files.readAllBytes(file));
    } catch (IOException gone) {
      send(host, new ToWorker.ContentGone(digest));
    }
  }

  private void opened(RemoteHost host, ToCoordinator.DeviceOpened opened) {
    Optional<OfferedDevice> offer =
        host.offered().stream()
            .filter(one -> one.identity().id().equals(opened.device()))
            .findFirst();
    if (offer.isPresent()
        && run.filter(open -> open.problem().digest().equals(opened.problem())).isPresent()) {
      host.opened()
          .putIfAbsent(opened.device(), new RemoteDevice(host, offer.get(), opened.facts()));
      notifyAll();
    }
  }

  private void notOpened(RemoteHost host, String device, String why) {
    String message =
        "Device %s of host '%s' cannot take part: %s".formatted(device, host.name(), why);
    news.accept("note: " + message);
    if (devices().findAny().isEmpty()) {
      failure = Optional.of(message);
      hosts.remove(host.user());
      host.lose();
    }
    notifyAll();
  }

  private void loseSilent(long now) {
    for (RemoteHost host : List.copyOf(hosts.values())) {
      if (host.silentNanos(now) > settings.lostAfter().toNanos()) {
        lose(
            host,
            "Host '%s' was lost: it was silent for %d s."
                .formatted(host.name(), settings.lostAfter().toSeconds()));
      }
    }
  }

  private void lose(RemoteHost host, String why) {
    host.lose();
    hosts.remove(host.user());
    compiling.keySet().removeAll(host.opened().values());
    news.accept("note: " + why);
    pending.values().stream().filter(job -> job.isAt(host)).forEach(job -> job.lost(why));
    notifyAll();
  }

  /** How long a run that has no device left waits for one. */
  Duration patience() {
    return settings.patience();
  }

  /** Tells the workers that the run's session is over. They stay for the next. */
  synchronized void end() {
    run.ifPresent(
        open ->
            hosts
                .values()
                .forEach(host -> send(host, new ToWorker.RunEnded(open.problem().run()))));
    run = Optional.empty();
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    connection.close();
    broker.close();
  }
}
