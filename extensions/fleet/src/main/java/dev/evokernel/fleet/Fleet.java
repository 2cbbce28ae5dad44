package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.FleetSection.LaunchLine;
import dev.evokernel.kernel.yaml.Printable;

/**
 * Hosts of a coordinator, and the devices that have opened a run; each device model has its own
 * run. Thread-safe; threads that wait for devices wait on the monitor.
 *
 * <p>A host that is silent for a while is lost with its processes, and its line is started again.
 */
public final class Fleet implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** Time that a run waits in a cluster's queue. */
  private static final Duration QUEUE_PATIENCE = Duration.ofDays(7);

  private static final Duration TICK = Duration.ofSeconds(1);

  /** Time between two ticks after which this process counts as suspended. */
  private static final Duration SUSPENDED = Duration.ofSeconds(3);

  private final String evoVersion;
  private final Path logs;
  private final Consumer<String> news;
  private final List<LaunchedHost> lines = new ArrayList<>();
  private final List<HostLink> links = new ArrayList<>();
  private final List<HostRun> opened = new ArrayList<>();
  private final List<FleetDevice> taken = new ArrayList<>();
  private final Map<OfferedDevice, HostRun.Opening> runs = new LinkedHashMap<>();

  /** Reasons why the devices of a model cannot take part, by model. */
  private final Map<String, String> failures = new HashMap<>();

  private Predicate<OfferedDevice> suits = _ -> true;
  private Optional<Path> added = Optional.empty();
  private boolean closed;

  private Fleet(String evoVersion, Path logs, Consumer<String> news) {
    this.evoVersion = evoVersion;
    this.logs = logs;
    this.news = news;
  }

  /**
   * Starts the launch lines.
   *
   * @param logs the folder of the launchers' standard error
   * @param news takes a line on each host that joins or is lost
   */
  public static Fleet start(
      List<LaunchLine> lines, String evoVersion, Path logs, Consumer<String> news) {
    var fleet = new Fleet(evoVersion, logs, news);
    try {
      Files.createDirectories(logs);
    } catch (IOException e) {
      throw new EnvironmentException("Cannot write to %s: %s.".formatted(logs, e), e);
    }
    lines.forEach(fleet::add);
    Thread.ofPlatform().daemon().name("fleet").start(fleet::watch);
    return fleet;
  }

  /** Starts a line, once for each of its hosts. */
  synchronized void add(LaunchLine line) {
    for (int i = 1; i <= line.hosts() && !closed; i++) {
      lines.add(
          new LaunchedHost(this, line, i, logs.resolve("launch-" + (lines.size() + 1) + ".log")));
    }
  }

  /** Starts lines that are added to a file, now and later. */
  public synchronized void follow(Path file) {
    added = Optional.of(file);
  }

  String evoVersion() {
    return evoVersion;
  }

  /** Time that a run without a device waits for one. */
  synchronized Duration patience() {
    return lines.stream().anyMatch(host -> host.line().isQueued()) ? QUEUE_PATIENCE : PATIENCE;
  }

  Consumer<String> news() {
    return news;
  }

  synchronized void changed() {
    notifyAll();
  }

  /** Loses silent and late hosts, and starts added lines. */
  private void watch() {
    long last = System.nanoTime();
    try {
      while (true) {
        Thread.sleep(TICK);
        List<HostLink> present;
        List<LaunchLine> more;
        synchronized (this) {
          if (closed) {
            return;
          }
          present = List.copyOf(links);
          more = addedLines();
        }
        more.forEach(this::add);
        long gap = System.nanoTime() - last;
        last += gap;
        for (HostLink link : present) {
          if (gap > SUSPENDED.toNanos()) {
            link.suspended(gap); // This process stood still, not the host.
          } else {
            link.loseIfLate();
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<LaunchLine> addedLines() {
    if (added.isEmpty() || !Files.exists(added.get())) {
      return List.of();
    }
    try {
      Set<String> known =
          lines.stream().map(host -> host.line().launch()).collect(Collectors.toSet());
      return Files.readAllLines(added.get()).stream()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !known.contains(line))
          .distinct()
          .map(line -> new LaunchLine(line, 1, LaunchLine.LOST_AFTER))
          .toList();
    } catch (IOException e) {
      return List.of(); // Read again at the next tick.
    }
  }

  /** Adds a host; false if another host offers a device of its name. */
  synchronized boolean joined(HostLink link) {
    Set<String> ids = ids(link);
    if (links.stream()
        .filter(other -> other.host().equals(link.host()))
        .anyMatch(other -> !Collections.disjoint(ids, ids(other)))) {
      return false;
    }
    links.add(link);
    news.accept(
        "Host '%s' joined with %s.".formatted(link.host(), OfferedDevice.text(link.offered())));
    runs.forEach((model, opening) -> open(link, model, opening));
    notifyAll();
    return true;
  }

  private static Set<String> ids(HostLink link) {
    return link.offered().stream()
        .map(device -> device.identity().id())
        .collect(Collectors.toSet());
  }

  synchronized void left(HostLink link) {
    links.remove(link);
    List<HostRun> gone = opened.stream().filter(run -> run.link() == link).toList();
    opened.removeAll(gone);
    for (HostRun run : gone) {
      if (opened.stream().noneMatch(other -> other.model().isLike(run.model()))) {
        news.accept("note: The run has no host left; compilations and evaluations wait for one.");
      }
      Thread.ofVirtual().start(run::close);
    }
    notifyAll();
  }

  /**
   * Waits for the first suitable device; all such devices suit from then on.
   *
   * @param wanted describes the device in messages
   * @throws EnvironmentException if no launch line leads to a host
   */
  public synchronized OfferedDevice first(String wanted, Predicate<OfferedDevice> suiting)
      throws InterruptedException {
    suits = suiting;
    boolean told = false;
    while (true) {
      Optional<OfferedDevice> found = suiting().findFirst();
      if (found.isPresent()) {
        return found.get();
      }
      hopeless()
          .ifPresent(
              why -> {
                throw new EnvironmentException(why);
              });
      if (!told) {
        told = true;
        news.accept("Waiting for a worker with %s.".formatted(wanted));
      }
      wait(TICK.toMillis());
    }
  }

  /** Reason why no host will come; empty while one is there or may come. */
  private Optional<String> hopeless() {
    List<String> failures =
        lines.stream().flatMap(host -> host.failure().stream()).distinct().toList();
    return links.isEmpty() && lines.stream().allMatch(host -> host.failure().isPresent())
        ? Optional.of(
            "No worker of the fleet could be started. %s".formatted(String.join(" ", failures)))
        : Optional.empty();
  }

  public synchronized void want(Predicate<OfferedDevice> suiting) {
    suits = suiting;
  }

  private Stream<OfferedDevice> suiting() {
    return links.stream().flatMap(link -> link.offered().stream()).filter(suits);
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

  /** Opens a run on every present and future host with a device of its model. */
  synchronized void open(OfferedDevice model, HostRun.Opening opening) {
    runs.put(model, opening);
    links.forEach(link -> open(link, model, opening));
  }

  private void open(HostLink link, OfferedDevice model, HostRun.Opening opening) {
    if (!link.like(model).isEmpty()) {
      opening.pending().incrementAndGet();
      Thread.ofVirtual().start(() -> opened(link, model, opening));
    }
  }

  private void opened(HostLink link, OfferedDevice model, HostRun.Opening opening) {
    try {
      HostRun run = HostRun.open(link, model, opening);
      synchronized (this) {
        if (!link.isLost() && opening.equals(runs.get(model))) {
          opened.add(run);
          return;
        }
      }
      run.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      if (!link.isLost()) {
        String why =
            "Host '%s' cannot take part: %s"
                .formatted(link.host(), Printable.text(String.valueOf(e.getMessage())));
        news.accept("note: " + why);
        synchronized (this) {
          failures.put(model.identity().model(), why);
        }
      }
    } finally {
      opening.pending().decrementAndGet();
      changed();
    }
  }

  /** Ends the session of a model's run. Hosts stay for the next run. */
  void end(OfferedDevice model) {
    List<HostRun> over;
    synchronized (this) {
      runs.keySet().removeIf(model::isLike);
      over = opened.stream().filter(run -> run.model().isLike(model)).toList();
      opened.removeAll(over);
      over.forEach(run -> taken.removeAll(run.devices()));
    }
    over.forEach(HostRun::close);
  }

  private Stream<HostRun> on(OfferedDevice model) {
    return opened.stream().filter(run -> run.model().isLike(model) && !run.link().isLost());
  }

  /** Number of compile workers for the devices of a model. */
  public synchronized int compilers(OfferedDevice model) {
    return links.stream()
        .flatMap(link -> link.like(model).stream())
        .mapToInt(OfferedDevice::compilers)
        .sum();
  }

  public synchronized int lent(OfferedDevice model) {
    return links.stream().mapToInt(link -> link.like(model).size()).sum();
  }

  /** Reason why no host could open the run; empty while one has opened it, or still may. */
  synchronized Optional<String> failure(OfferedDevice model) {
    return on(model).findAny().isPresent()
            || runs.entrySet().stream()
                .anyMatch(run -> run.getKey().isLike(model) && run.getValue().pending().get() > 0)
        ? Optional.empty()
        : Optional.ofNullable(failures.get(model.identity().model())).or(this::hopeless);
  }

  /**
   * Takes the next opened device of a model; each device is taken once. A host that returns after
   * its loss has new devices.
   *
   * @return empty if no device is opened within the patience
   */
  synchronized Optional<FleetDevice> take(OfferedDevice model, Duration patience)
      throws InterruptedException {
    Optional<FleetDevice> next =
        await(
            () ->
                on(model)
                    .flatMap(run -> run.devices().stream())
                    .filter(device -> !taken.contains(device))
                    .findFirst(),
            patience);
    next.ifPresent(taken::add);
    return next;
  }

  /**
   * Waits for an idle compile worker, on the host that has the most.
   *
   * @throws EnvironmentException if the run has no host for as long as {@link #patience}
   */
  synchronized HostRun takeCompiler(OfferedDevice model) throws InterruptedException {
    long seen = System.nanoTime();
    while (true) {
      Optional<HostRun> idle =
          on(model)
              .filter(run -> run.idleCompilers() > 0)
              .max(Comparator.comparingInt(HostRun::idleCompilers));
      if (idle.isPresent()) {
        idle.get().compiling().incrementAndGet();
        return idle.get();
      }
      long now = System.nanoTime();
      seen = on(model).findAny().isPresent() ? now : seen;
      if (now - seen > patience().toNanos()) {
        throw new EnvironmentException(
            "No host could compile for %d s: all workers of the run are lost. Resume the run when a host is reachable."
                .formatted(patience().toSeconds()));
      }
      wait(TICK.toMillis());
    }
  }

  synchronized void giveBackCompiler(HostRun run) {
    run.compiling().decrementAndGet();
    notifyAll();
  }

  @Override
  public void close() {
    List<HostLink> present;
    synchronized (this) {
      closed = true;
      lines.forEach(LaunchedHost::close);
      present = List.copyOf(links);
    }
    present.forEach(link -> link.lose("The coordinator has ended."));
  }
}
