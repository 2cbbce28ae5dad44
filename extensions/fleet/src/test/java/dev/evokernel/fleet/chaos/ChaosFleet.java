package dev.evokernel.fleet.chaos;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.chaos.ChaosPlan.Kill;

/** Processes of a fault-injection run, and the injection of faults. */
final class ChaosFleet implements AutoCloseable {

  /** Time without a completed evaluation after which the run hangs. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** A process with its network, and its recovery from the last fault. */
  private static final class Victim {
    private final ChaosPart part;
    private final Optional<NetworkRelay> network;
    private Optional<Future<?>> recovery = Optional.empty();

    Victim(ChaosPart part, Optional<NetworkRelay> network) {
      this.part = part;
      this.network = network;
    }
  }

  private int counted;
  private boolean over;
  private String failure = "";
  private final Victim coordinator;
  private final List<Victim> hosts = new ArrayList<>();
  private final ScheduledExecutorService later =
      Executors.newScheduledThreadPool(2, Thread.ofVirtual().factory());

  private ChaosFleet(ChaosFolder folder, int hosts) throws IOException {
    int port = freePort();
    this.coordinator =
        new Victim(
            part(folder, ChaosFolder.COORDINATOR, port, this::coordinatorEnded), Optional.empty());
    for (int i = 0; i < hosts; i++) {
      String host = ChaosFolder.host(i);
      NetworkRelay network = NetworkRelay.to(port);
      this.hosts.add(
          new Victim(
              part(
                  folder,
                  host,
                  network.port(),
                  code ->
                      end("The worker of %s exited unexpectedly, code %d.".formatted(host, code))),
              Optional.of(network)));
    }
  }

  static ChaosFleet start(ChaosFolder folder, int hosts) throws IOException {
    var fleet = new ChaosFleet(folder, hosts);
    fleet.coordinator.part.start();
    fleet.hosts.forEach(host -> host.part.start());
    return fleet;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private ChaosPart part(ChaosFolder folder, String name, int port, IntConsumer ended) {
    List<String> command = ChaosProcess.command(name, folder.path(), port);
    return new ChaosPart(name, command, folder.log(name), this::said, ended);
  }

  private synchronized void said(String line) {
    if (line.startsWith(ChaosProcess.EVALUATED)) {
      int evaluations = Integer.parseInt(line.substring(ChaosProcess.EVALUATED.length()));
      counted = Math.max(counted, evaluations);
      notifyAll();
    }
  }

  private void coordinatorEnded(int code) {
    if (code == 0) {
      end("");
    } else {
      end("The coordinator exited unexpectedly, code %d.".formatted(code));
    }
  }

  private synchronized void end(String why) {
    failure = failure.isEmpty() ? why : failure;
    over = true;
    notifyAll();
  }

  /**
   * Waits for a number of completed evaluations.
   *
   * @return false if the run ended before
   * @throws EnvironmentException if the run hangs, or a process exited unexpectedly
   */
  synchronized boolean await(int evaluations) throws InterruptedException {
    int known = counted;
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (counted < evaluations && !over) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw new EnvironmentException(
            "The run hangs: no evaluation has ended for %d s, after %d."
                .formatted(PATIENCE.toSeconds(), counted));
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
      if (counted > known) {
        known = counted;
        deadline = System.nanoTime() + PATIENCE.toNanos();
      }
    }
    if (!failure.isEmpty()) {
      Victim guilty =
          hosts.stream()
              .filter(host -> failure.contains(host.part.name()))
              .findFirst()
              .orElse(coordinator);
      throw new EnvironmentException(failure + "\n" + guilty.part.said());
    }
    return counted >= evaluations;
  }

  synchronized int counted() {
    return counted;
  }

  /**
   * Injects a fault. If the planned host has not recovered from an earlier fault, the next
   * recovered host is hit instead.
   *
   * @return name of the process that was hit
   */
  String strike(Kill kill) throws InterruptedException {
    Victim victim = kill.kind().isOfHost() ? host(kill.host()) : coordinator;
    recovered(victim);
    ChaosPart part = victim.part;
    switch (kill.kind()) {
      case HOST_KILLED, COORDINATOR_KILLED -> {
        if (part.kill()) {
          then(victim, kill, part::start);
        }
      }
      case HOST_STOPPED -> {
        part.signal("STOP");
        then(victim, kill, () -> part.signal("CONT"));
      }
      case NETWORK_STOPPED -> {
        victim.network.orElseThrow().stop();
        then(victim, kill, victim.network.orElseThrow()::mend);
      }
      case NETWORK_BROKEN -> {
        victim.network.orElseThrow().breakAll();
        then(victim, kill, victim.network.orElseThrow()::mend);
      }
    }
    return part.name();
  }

  private Victim host(int planned) {
    return IntStream.range(0, hosts.size())
        .mapToObj(i -> hosts.get((planned + i) % hosts.size()))
        .filter(host -> host.recovery.map(Future::isDone).orElse(true))
        .findFirst()
        .orElse(hosts.get(planned));
  }

  private interface Recovery {
    void happen() throws InterruptedException;
  }

  private void then(Victim victim, Kill kill, Recovery recovery) {
    Callable<Boolean> call =
        () -> {
          recovery.happen();
          return true;
        };
    victim.recovery = Optional.of(later.schedule(call, kill.lastsMillis(), TimeUnit.MILLISECONDS));
  }

  private static void recovered(Victim victim) throws InterruptedException {
    if (victim.recovery.isPresent()) {
      try {
        var _ = victim.recovery.get().get();
      } catch (ExecutionException e) {
        throw new EnvironmentException(String.valueOf(e.getMessage()), e);
      }
    }
  }

  @Override
  public void close() throws IOException {
    later.shutdownNow();
    coordinator.part.close();
    for (Victim host : hosts) {
      host.part.close();
      host.network.orElseThrow().close();
    }
  }
}
