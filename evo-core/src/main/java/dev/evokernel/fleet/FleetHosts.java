package dev.evokernel.fleet;

import dev.evokernel.backend.EnvironmentException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The workers that joined, what they offer, and which of their devices have opened the run.
 * Thread-safe: its monitor is what waits for devices wait on.
 *
 * <p>A worker that has not been heard of for a while is lost, and its jobs with it. One that comes
 * back earlier, on a new connection too, has lost nothing.
 */
final class FleetHosts {

  private static final Duration TICK = Duration.ofSeconds(1);

  private final Duration lostAfter;
  private final WorkerMail mail;
  private final PendingJobs jobs;
  private final Consumer<String> news;
  private final Map<String, RemoteHost> byUser = new LinkedHashMap<>();
  private final CompileTurns compiling = new CompileTurns();
  private final List<RemoteDevice> taken = new ArrayList<>();
  private Predicate<OfferedDevice> suits = _ -> true;
  private String wish = "";
  private Optional<OpenRun> run = Optional.empty();
  private Optional<String> failure = Optional.empty();
  private long tickedNanos = System.nanoTime();

  FleetHosts(Duration lostAfter, WorkerMail mail, PendingJobs jobs, Consumer<String> news) {
    this.lostAfter = lostAfter;
    this.mail = mail;
    this.jobs = jobs;
    this.news = news;
  }

  /**
   * Waits for the first worker with a device that suits.
   *
   * @param wanted which one is looked for, for messages
   * @param joining the command by which one joins
   */
  synchronized OfferedDevice first(String wanted, Predicate<OfferedDevice> suiting, String joining)
      throws InterruptedException {
    wish = wanted;
    suits = suiting;
    byUser.values().forEach(this::offer); // Those that do not suit are told so.
    Optional<OfferedDevice> found = suiting().findFirst();
    if (found.isEmpty()) {
      news.accept(
          "Waiting for a worker with %s. On the host of the device: %s".formatted(wanted, joining));
    }
    while (found.isEmpty()) {
      wait();
      found = suiting().findFirst();
    }
    return found.get();
  }

  /** Gives the problem to every worker that has or will have joined with such a device. */
  synchronized void open(OpenRun next) {
    run = Optional.of(next);
    wish = next.model().identity().model();
    suits = next.model()::isLike;
    byUser.values().forEach(this::offer);
  }

  /** The run's session is over. Workers stay for the next. */
  synchronized void end() {
    run.ifPresent(
        open ->
            byUser
                .values()
                .forEach(host -> mail.send(host, new ToWorker.RunEnded(open.problem().run()))));
    run = Optional.empty();
  }

  private void offer(RemoteHost host) {
    List<String> ids =
        host.offered().stream().filter(suits).map(device -> device.identity().id()).toList();
    if (ids.isEmpty()) {
      mail.send(
          host,
          new ToWorker.Waiting(
              "The run needs %s, which this host does not offer; it waits for another run."
                  .formatted(wish.isEmpty() ? "another device" : wish)));
    } else if (run.isPresent()) {
      mail.send(host, new ToWorker.OpenProblem(run.get().problem(), ids));
    }
  }

  /** What is offered and suits. */
  private Stream<OfferedDevice> suiting() {
    return byUser.values().stream().flatMap(host -> host.offered().stream()).filter(suits);
  }

  private Stream<RemoteDevice> devices() {
    return byUser.values().stream().flatMap(host -> host.opened().values().stream());
  }

  synchronized int compilers() {
    return suiting().mapToInt(OfferedDevice::compilers).sum();
  }

  synchronized int lent() {
    return (int) suiting().count();
  }

  /** Why a worker could not open the problem, while none has. */
  synchronized Optional<String> failure() {
    return devices().findAny().isPresent() ? Optional.empty() : failure;
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

  /**
   * Waits for a compile worker that is idle, on the device's host that has most of them.
   *
   * @param patience how long to wait while no host has opened the run
   * @throws EnvironmentException if none has for so long
   */
  synchronized RemoteDevice takeCompiler(Duration patience) throws InterruptedException {
    long seen = System.nanoTime();
    Optional<RemoteDevice> idle = compiling.take(devices());
    while (idle.isEmpty()) {
      long now = System.nanoTime();
      seen = devices().findAny().isPresent() ? now : seen;
      if (now - seen > patience.toNanos()) {
        throw new EnvironmentException(
            "No host could compile for %d s: every worker of the run is lost. Start one, and resume the run."
                .formatted(patience.toSeconds()));
      }
      wait(TICK.toMillis());
      idle = compiling.take(devices());
    }
    return idle.get();
  }

  synchronized void giveBackCompiler(RemoteDevice device) {
    compiling.giveBack(device);
    notifyAll();
  }

  synchronized void joined(String user, ToCoordinator.Join join, long now) {
    RemoteHost known = byUser.get(user);
    if (known != null && known.isProcess(join.process())) {
      known.heard(now);
      return;
    }
    if (known != null) {
      lose(known, "The worker of host '%s' was started again.".formatted(known.name()));
    }
    var host = new RemoteHost(user, join, now);
    byUser.put(user, host);
    news.accept(
        "Host '%s' joined with %s."
            .formatted(
                host.name(),
                host.offered().stream().map(Object::toString).collect(Collectors.joining(", "))));
    offer(host);
    notifyAll();
  }

  /** The host with that user, which lives at this moment; empty if it has to join again. */
  synchronized Optional<RemoteHost> heard(String user, long now) {
    Optional<RemoteHost> host = Optional.ofNullable(byUser.get(user));
    host.ifPresent(known -> known.heard(now));
    return host;
  }

  synchronized void opened(RemoteHost host, ToCoordinator.DeviceOpened opened) {
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

  synchronized void notOpened(RemoteHost host, String device, String why) {
    String message =
        "Device %s of host '%s' cannot take part: %s".formatted(device, host.name(), why);
    news.accept("note: " + message);
    if (devices().findAny().isEmpty()) {
      failure = Optional.of(message);
      byUser.remove(host.user());
      host.lose();
    }
    notifyAll();
  }

  /** A host asks for a file of the problem or of a binary. */
  synchronized void give(RemoteHost host, String digest) {
    try {
      byte[] content = run.orElseThrow(IOException::new).content(digest);
      mail.send(host.queue(), new ToWorker.Content(digest), content);
    } catch (IOException gone) {
      mail.send(host, new ToWorker.ContentGone(digest));
    }
  }

  /** A host made a file of a binary. */
  synchronized void made(String digest, byte[] content) {
    run.ifPresent(open -> open.store().keep(digest, content));
  }

  /** This process was there at this moment; where it stood still itself, no host was silent. */
  synchronized void ticked(long now) {
    if (now - tickedNanos > lostAfter.toNanos() / 2) {
      byUser.values().forEach(host -> host.heard(now));
    }
    tickedNanos = now;
  }

  synchronized void loseSilent(long now) {
    for (RemoteHost host : List.copyOf(byUser.values())) {
      if (host.silentNanos(now) > lostAfter.toNanos()) {
        lose(
            host,
            "Host '%s' was lost: it was silent for %d s."
                .formatted(host.name(), lostAfter.toSeconds()));
      }
    }
  }

  /** No host can be heard any more. */
  synchronized void failed(String why) {
    failure = Optional.of(why);
    List.copyOf(byUser.values()).forEach(host -> lose(host, why));
  }

  synchronized void lose(RemoteHost host, String why) {
    byUser.remove(host.user());
    compiling.lost(host.opened().values());
    news.accept("note: " + why);
    if (run.isPresent() && !host.opened().isEmpty() && devices().findAny().isEmpty()) {
      news.accept("note: No host of the run is left; compilations and evaluations wait for one.");
    }
    jobs.lost(host, why);
    notifyAll();
  }
}
