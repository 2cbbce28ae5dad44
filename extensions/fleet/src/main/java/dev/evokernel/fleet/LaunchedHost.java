package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.file.OutputLog;
import dev.evokernel.backend.file.ProcessGroup;
import dev.evokernel.fleet.FleetSection.LaunchLine;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.kernel.yaml.ShippedText;

/**
 * Host behind a launch line. The line is started again with a growing pause whenever it ends, until
 * the fleet is closed or the host breaks the protocol.
 */
final class LaunchedHost implements AutoCloseable {

  private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  /** Starts in a row without a greeting after which a line counts as useless. */
  private static final int USELESS = 5;

  private static final int LAST_LINES = 3;

  /** Begins the lines of standard error that say what a job of a cluster waits for. */
  private static final String WAITING = "evo: ";

  private static final String CLUSTERS = ShippedText.of(LaunchedHost.class, "clusters.sh");
  private static final Path SETSID = Path.of("/usr/bin/setsid");

  private final Fleet fleet;
  private final LaunchLine line;
  private final int number;
  private final Path log;
  private final Thread thread;
  private Duration pause = SHORTEST_PAUSE;
  private String told = "";
  private final AtomicInteger failures = new AtomicInteger();
  private volatile String problem = "";
  private volatile Optional<Process> launcher = Optional.empty();
  private volatile boolean greeted;
  private volatile boolean givenUp;
  private volatile boolean closed;

  LaunchedHost(Fleet fleet, LaunchLine line, int number, Path log) {
    this.fleet = fleet;
    this.line = line;
    this.number = number;
    this.log = log;
    this.thread = Thread.ofPlatform().daemon().name("host " + number).start(this::run);
  }

  LaunchLine line() {
    return line;
  }

  /** Why no host comes from this line; empty while one is there or may come. */
  Optional<String> failure() {
    return givenUp || failures.get() >= USELESS ? Optional.of(problem) : Optional.empty();
  }

  private void run() {
    try {
      while (!closed && !givenUp) {
        String why = serve();
        if (closed) {
          return;
        }
        problem = why;
        tell(
            "%s %s"
                .formatted(
                    why,
                    givenUp
                        ? "The line is not started again."
                        : "It is started again in %d s.".formatted(pause.toSeconds())));
        fleet.changed();
        if (!givenUp) {
          Thread.sleep(pause);
          Duration twice = pause.multipliedBy(2);
          pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Closed.
    }
  }

  /** Tells a problem once, until another comes. */
  private synchronized void tell(String what) {
    String comparable = what.replaceAll("\\d+", "");
    if (!comparable.equals(told)) {
      told = comparable;
      fleet.news().accept("note: " + what);
    }
  }

  /**
   * Starts the line and serves its connection.
   *
   * @return how it ended, in a sentence
   */
  private String serve() throws InterruptedException {
    failures.incrementAndGet();
    Process process;
    try {
      process = spawn();
    } catch (IOException e) {
      return "'%s' cannot be started: %s.".formatted(line.launch(), e.getMessage());
    }
    launcher = Optional.of(process);
    greeted = false;
    if (closed) {
      kill(process);
    }
    var errors = new OutputLog(process.getErrorStream(), log);
    if (line.isQueued()) {
      Thread.ofPlatform().daemon().name("queue " + number).start(() -> passOn(process, errors));
    }
    Optional<HostLink> link = Optional.empty();
    String broken = "";
    try {
      var pipe =
          new Pipe<>(
              process.getInputStream(),
              process.getOutputStream(),
              FromHost.class,
              ToHost.class,
              Pipe.FROM_HOST);
      link = greeted(process, pipe);
      if (link.isPresent()) {
        link.get().read();
      }
    } catch (Pipe.NoMessageException e) {
      broken = "sent %s".formatted(Printable.line(String.valueOf(e.getMessage())));
    } catch (IOException e) {
      // The pipe ended.
    } catch (RuntimeException | Error e) {
      broken = "cannot be served: %s".formatted(Printable.line(e.toString()));
    }
    if (!broken.isEmpty()) {
      givenUp = true;
      if (link.isPresent()) { // Before a sender meets the closed pipe and gives that as the reason.
        link.get().breach("The worker of '%s' %s.".formatted(line.launch(), broken));
      }
    }
    boolean ended = process.waitFor(1, TimeUnit.SECONDS);
    String last = ended ? Printable.line(errors.lastLines(LAST_LINES)) : "";
    kill(process);
    last = ended ? last : Printable.line(errors.lastLines(LAST_LINES));
    if (broken.isEmpty()) {
      broken =
          givenUp
              ? problem
              : ended ? "ended with status " + process.exitValue() : "closed its standard output";
    }
    String what =
        link.filter(HostLink::isLost)
            .map(HostLink::loss)
            .orElse("The worker of '%s' %s.".formatted(line.launch(), broken));
    String why =
        last.isEmpty()
            ? what
            : "%s Its last words: %s.".formatted(what, last.replaceFirst("[.]$", ""));
    if (link.isPresent()) {
      link.get().lose(what);
      givenUp |= link.get().isBroken();
      pause = link.get().hasEvaluated() ? SHORTEST_PAUSE : pause;
      fleet.left(link.get());
    }
    return why;
  }

  private Process spawn() throws IOException {
    var command = new ArrayList<String>();
    if (Files.isExecutable(SETSID)) {
      command.add(SETSID.toString()); // An interrupt typed at the terminal reaches evo alone.
    }
    String script = line.isQueued() ? CLUSTERS + line.launch() : line.launch();
    command.addAll(List.of("bash", "-c", script));
    var builder = new ProcessBuilder(command);
    builder.environment().put("EVO_HOST", String.valueOf(number));
    return builder.start();
  }

  /** Tells what a job waits for, until the greeting. A line whose job waits is not useless. */
  private void passOn(Process process, OutputLog errors) {
    try {
      while (process.isAlive() && !greeted) {
        String said = errors.lastLine(); // Waits up to a second.
        if (said.startsWith(WAITING) && !greeted) {
          failures.set(0);
          tell(Printable.line(said.substring(WAITING.length())));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    if (Files.isExecutable(SETSID)) {
      ProcessGroup.kill(process.pid());
    }
  }

  /** Awaits the host's first message; empty if the host cannot take part. */
  private Optional<HostLink> greeted(Process process, Pipe<FromHost, ToHost> pipe)
      throws IOException {
    Optional<String> mismatch = pipe.awaitGreeting(fleet.evoVersion());
    if (mismatch.isPresent()) {
      givenUp = true;
      problem = "cannot take part. " + mismatch.get();
      return Optional.empty();
    }
    greeted = true;
    Optional<Pipe.Parcel<FromHost>> first = pipe.receive();
    if (first.isPresent() && first.get().message() instanceof FromHost.Hello hello) {
      var link = new HostLink(pipe, hello, line.lostAfter(), () -> kill(process));
      Thread.ofPlatform().daemon().name("beat " + number).start(() -> beat(link));
      if (fleet.joined(link)) {
        failures.set(0);
        told = "";
        return Optional.of(link);
      }
      problem =
          "offers a device of host '%s' that another worker offers; name one of them otherwise: evo worker --name NAME"
              .formatted(hello.host());
      link.lose(problem);
      givenUp = true;
    }
    return Optional.empty();
  }

  private void beat(HostLink link) {
    try {
      while (!link.isLost() && !closed) {
        link.send(new ToHost.Alive());
        Thread.sleep(Pipe.HEARTBEAT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    launcher.ifPresent(LaunchedHost::kill);
  }
}
