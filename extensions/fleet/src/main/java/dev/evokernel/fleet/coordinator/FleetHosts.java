package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.FleetQueues;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.SharedProblem;
import dev.evokernel.fleet.wire.ToCoordinator;
import dev.evokernel.fleet.wire.ToWorker;
import dev.evokernel.kernel.yaml.Printable;

/**
 * Workers that joined, their offered devices, and the devices that have opened a run; each device
 * model has its own run. Thread-safe; threads that wait for devices wait on the monitor.
 *
 * <p>A worker that is silent for a while is lost, along with its jobs. A worker that returns
 * earlier, even on a new connection, loses nothing.
 */
public final class FleetHosts {

  private static final Duration TICK = Duration.ofSeconds(1);

  private final Duration lostAfter;
  private final WorkerMail mail;
  private final PendingJobs jobs;
  private final Consumer<String> news;
  private final Map<String, RemoteHost> byUser = new LinkedHashMap<>();

  private final Refusals refusals = new Refusals();
  private final CompileTurns compiling = new CompileTurns();
  private final List<RemoteDevice> taken = new ArrayList<>();
  private Predicate<OfferedDevice> suits = _ -> true;
  private String wish = "";
  private final List<OpenRun> runs = new ArrayList<>();

  /** Reasons why the devices of a model cannot take part, by model. */
  private final Map<String, String> failures = new HashMap<>();

  private Optional<String> broken = Optional.empty();
  private long tickedNanos = System.nanoTime();

  FleetHosts(Duration lostAfter, WorkerMail mail, PendingJobs jobs, Consumer<String> news) {
    this.lostAfter = lostAfter;
    this.mail = mail;
    this.jobs = jobs;
    this.news = news;
  }

  /**
   * Waits for the first worker with a suitable device.
   *
   * @param wanted describes the device in messages
   * @param joining how a worker joins, in sentences
   */
  synchronized OfferedDevice first(String wanted, Predicate<OfferedDevice> suiting, String joining)
      throws InterruptedException {
    want(wanted, suiting);
    Optional<OfferedDevice> found = suiting().findFirst();
    if (found.isEmpty()) {
      news.accept("Waiting for a worker with %s. %s".formatted(wanted, joining));
    }
    while (found.isEmpty()) {
      wait();
      found = suiting().findFirst();
    }
    return found.get();
  }

  /**
   * Changes which devices suit from now on; a worker without a suitable device waits for another
   * run.
   *
   * @param wanted describes the devices in messages
   */
  public synchronized void want(String wanted, Predicate<OfferedDevice> suiting) {
    wish = wanted;
    suits = suiting;
    byUser.values().forEach(this::offer);
  }

  /**
   * Waits for a suitable device of another model.
   *
   * @param models devices of the known models
   * @return empty if no device joins within the patience
   */
  public synchronized Optional<OfferedDevice> another(
      Collection<OfferedDevice> models, Duration patience) throws InterruptedException {
    return await(
        () -> suiting().filter(device -> models.stream().noneMatch(device::isLike)).findFirst(),
        patience);
  }

  /** Sends the problem to every present and future worker with a device of its model. */
  public synchronized void open(OpenRun next) {
    runs.add(next);
    byUser.values().stream().filter(host -> host.offers(next.model())).forEach(this::offer);
  }

  /**
   * Ends the session of a model's run. Workers stay for the next run, which opens devices again.
   */
  synchronized void end(OfferedDevice model) {
    List<RemoteDevice> before = devices(model).toList();
    taken.removeAll(before);
    compiling.lost(before);
    byUser.values().forEach(host -> host.opened().values().removeAll(before));
    for (OpenRun open : List.copyOf(runs)) {
      if (open.model().isLike(model)) {
        runs.remove(open);
        byUser
            .values()
            .forEach(host -> mail.send(host, new ToWorker.RunEnded(open.problem().run())));
      }
    }
  }

  /**
   * Assigns the worker to the run of its first device that has one: a worker serves one run at a
   * time.
   */
  private void offer(RemoteHost host) {
    if (host.offered().stream().noneMatch(suits)) {
      mail.send(
          host,
          new ToWorker.Waiting(
              "The run needs %s, which this host does not offer; the host waits for another run."
                  .formatted(wish.isEmpty() ? "another device" : wish)));
      return;
    }
    runs.stream()
        .filter(open -> host.offers(open.model()))
        .findFirst()
        .ifPresent(open -> send(host, open, host.like(open.model())));
  }

  private void send(RemoteHost host, OpenRun open, List<String> devices) {
    host.opens(devices, System.nanoTime() + open.opening().plus(lostAfter).toNanos());
    mail.send(host, new ToWorker.OpenProblem(open.problem(), devices));
  }

  /** Offered devices that suit. */
  private Stream<OfferedDevice> suiting() {
    return byUser.values().stream().flatMap(host -> host.offered().stream()).filter(suits);
  }

  /** Devices of a model that have opened its run. */
  private Stream<RemoteDevice> devices(OfferedDevice model) {
    return byUser.values().stream()
        .flatMap(host -> host.opened().values().stream())
        .filter(device -> device.offer().isLike(model));
  }

  private Stream<OfferedDevice> offered(OfferedDevice model) {
    return byUser.values().stream().flatMap(host -> host.offered().stream()).filter(model::isLike);
  }

  /** Number of compile workers for the devices of a model. */
  public synchronized int compilers(OfferedDevice model) {
    return offered(model).mapToInt(OfferedDevice::compilers).sum();
  }

  /** Number of offered devices of a model. */
  public synchronized int lent(OfferedDevice model) {
    return (int) offered(model).count();
  }

  /** Reason why no worker could open the problem; empty while one has opened it, or still may. */
  synchronized Optional<String> failure(OfferedDevice model) {
    return devices(model).findAny().isPresent()
            || byUser.values().stream().anyMatch(host -> host.isOpening(model))
        ? Optional.empty()
        : broken.or(() -> Optional.ofNullable(failures.get(model.identity().model())));
  }

  /**
   * Takes the next opened device of a model; each device is taken once. A host that returns after
   * its loss has new devices.
   *
   * @return empty if no device is opened within the patience
   */
  public synchronized Optional<RemoteDevice> take(OfferedDevice model, Duration patience)
      throws InterruptedException {
    Optional<RemoteDevice> next =
        await(() -> devices(model).filter(device -> !taken.contains(device)).findFirst(), patience);
    next.ifPresent(taken::add);
    return next;
  }

  private <T> Optional<T> await(Supplier<Optional<T>> found, Duration patience)
      throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<T> next = found.get();
      long left = deadline - System.nanoTime();
      if (next.isPresent() || left <= 0) {
        return next;
      }
      wait(Math.max(1, Math.min(left, TICK.toNanos()) / 1_000_000));
    }
  }

  /**
   * Waits for an idle compile worker, on the host that has the most.
   *
   * @param patience longest time without a host of the run
   * @throws EnvironmentException if the run has no host for that long
   */
  synchronized RemoteDevice takeCompiler(OfferedDevice model, Duration patience)
      throws InterruptedException {
    long seen = System.nanoTime();
    Optional<RemoteDevice> idle = compiling.take(devices(model));
    while (idle.isEmpty()) {
      long now = System.nanoTime();
      seen = devices(model).findAny().isPresent() ? now : seen;
      if (now - seen > patience.toNanos()) {
        throw new EnvironmentException(
            "No host could compile for %d s: all workers of the run are lost. Start a worker and resume the run."
                .formatted(patience.toSeconds()));
      }
      wait(TICK.toMillis());
      idle = compiling.take(devices(model));
    }
    return idle.get();
  }

  synchronized void giveBackCompiler(RemoteDevice device) {
    compiling.giveBack(device);
    notifyAll();
  }

  synchronized void joined(String user, ToCoordinator.Join join, long now) {
    RemoteHost known = byUser.get(user);
    if (known != null && known.process().equals(join.process())) {
      known.heard(now);
      return;
    }
    Optional<String> refusal = refusals.of(user, join);
    if (refusal.isPresent()) {
      mail.send(FleetQueues.worker(user), new ToWorker.Refused(refusal.get()));
      return;
    }
    if (known != null) {
      lose(known, "The worker of host '%s' was started again.".formatted(known.name()));
    }
    var host = new RemoteHost(user, join, now);
    byUser.put(user, host);
    news.accept(
        "Host '%s' joined with %s.".formatted(host.name(), OfferedDevice.text(host.offered())));
    offer(host);
    notifyAll();
  }

  /** Returns whether nothing more is taken from a user. */
  synchronized boolean isRefused(String user) {
    return refusals.has(user);
  }

  /**
   * Loses the host of a user who sent what no worker sends, and refuses the user from now on.
   *
   * @param what the message, as the object of a sentence
   */
  synchronized void refuse(String user, String what) {
    Optional<RemoteHost> host = Optional.ofNullable(byUser.get(user));
    String name = host.map(known -> "Host '%s'".formatted(known.name())).orElse("A worker");
    String why = "%s sent %s; it takes no further part.".formatted(name, what);
    refusals.add(user, why);
    host.ifPresentOrElse(known -> lose(known, why), () -> news.accept("note: " + why));
    mail.send(FleetQueues.worker(user), new ToWorker.Refused(why));
  }

  /** Loses a host that does not do its work; the host may take part again after a restart. */
  synchronized void expel(RemoteHost host, String problem) {
    String why =
        "Host '%s' %s; it takes no further part until it is started again."
            .formatted(host.name(), problem);
    refusals.add(host.process(), why);
    lose(host, why);
    mail.send(host, new ToWorker.Refused(why));
  }

  /** Records a sign of life of a user; empty if the worker has to join again. */
  synchronized Optional<RemoteHost> heard(String user, long now) {
    Optional<RemoteHost> host = Optional.ofNullable(byUser.get(user));
    host.ifPresent(known -> known.heard(now));
    return host;
  }

  synchronized void opened(RemoteHost host, ToCoordinator.DeviceOpened opened) {
    String id = opened.device();
    host.answered(id);
    host.offered(id)
        .flatMap(
            offer ->
                problem(offer, opened.problem())
                    .map(problem -> new RemoteDevice(host, offer, opened.facts(), problem)))
        .ifPresent(device -> host.opened().putIfAbsent(id, device));
    notifyAll();
  }

  private Optional<SharedProblem> problem(OfferedDevice offer, String digest) {
    return runs.stream()
        .filter(open -> open.model().isLike(offer))
        .map(OpenRun::problem)
        .filter(problem -> problem.digest().equals(digest))
        .findFirst();
  }

  synchronized void notOpened(RemoteHost host, String device, String why) {
    host.answered(device);
    String message =
        "Device %s of host '%s' cannot take part: %s"
            .formatted(Printable.line(device), host.name(), Printable.text(why));
    news.accept("note: " + message);
    host.offered(device).ifPresent(offer -> failures.put(offer.identity().model(), message));
    notifyAll();
  }

  /** Sends a file of the problem that a host requested. */
  synchronized void give(RemoteHost host, String digest) {
    for (OpenRun open : runs) {
      Path file = open.files().get(digest);
      try {
        if (file != null) {
          mail.send(host.queue(), new ToWorker.Content(digest), Files.readAllBytes(file));
          return;
        }
      } catch (IOException gone) {
        // Another run may have the file.
      }
    }
    mail.send(host, new ToWorker.ContentGone(digest));
  }

  /**
   * Notes that this process is running. After a suspension of this process, no host counts as
   * silent.
   */
  synchronized void ticked(long now) {
    long gap = now - tickedNanos;
    if (gap > lostAfter.toNanos() / 2) {
      byUser.values().forEach(host -> host.suspended(gap));
      jobs.suspended(gap);
    }
    tickedNanos = now;
  }

  /** Loses hosts that are silent, and hosts that do not answer a job in its time. */
  synchronized void loseLate(long now) {
    for (PendingJob job : jobs.overdue(now)) {
      RemoteHost host = job.device().host();
      if (!host.isLost()) {
        expel(
            host,
            "did not end %s within %d s".formatted(job.job().text(), job.limit().toSeconds()));
      }
    }
    for (RemoteHost host : List.copyOf(byUser.values())) {
      if (host.isOpeningOverdue(now)) {
        host.opening().forEach(device -> notOpened(host, device, "it did not open in time."));
        expel(host, "did not open the run's problem in time");
      } else if (host.silentNanos(now) > lostAfter.toNanos()) {
        lose(
            host,
            "Host '%s' was lost: it was silent for %d s."
                .formatted(host.name(), lostAfter.toSeconds()));
      }
    }
  }

  /** Loses all hosts after a failure of the broker. */
  synchronized void failed(String why) {
    broken = Optional.of(why);
    List.copyOf(byUser.values()).forEach(host -> lose(host, why));
  }

  synchronized void lose(RemoteHost host, String why) {
    byUser.remove(host.user());
    compiling.lost(host.opened().values());
    news.accept("note: " + why);
    if (runs.stream().map(OpenRun::model).anyMatch(model -> wasLast(host, model))) {
      news.accept("note: The run has no host left; compilations and evaluations wait for one.");
    }
    jobs.lost(host, why);
    notifyAll();
  }

  private boolean wasLast(RemoteHost host, OfferedDevice model) {
    return host.opened().values().stream().anyMatch(device -> model.isLike(device.offer()))
        && devices(model).findAny().isEmpty();
  }
}
