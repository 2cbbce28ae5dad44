package dev.evokernel.worker;

import module java.base;

import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.OutputLog;
import dev.evokernel.backend.file.ProcessGroup;
import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.protocol.Loss;
import dev.evokernel.worker.protocol.ProcessExit;
import dev.evokernel.worker.protocol.ProcessTable;
import dev.evokernel.worker.protocol.Protocol;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.protocol.Request;
import dev.evokernel.worker.protocol.Wire;
import dev.evokernel.worker.serve.WorkerMain;
import org.jspecify.annotations.Nullable;

/**
 * Worker process of this machine and the coordinator's end of its socket.
 *
 * <p>The process has a temporary folder, deleted at its end: a killed compiler leaves files behind.
 */
final class LocalProcess implements WorkerProcess {

  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  private static final Duration LOOK = Duration.ofSeconds(2);

  /**
   * The longest folder of a socket: a socket's path has at most 107 bytes, of which 31 follow the
   * folder.
   */
  private static final int LONGEST_FOLDER = 76;

  private static final Path NICE = Path.of("/usr/bin/nice");
  private static final Duration END_LIMIT = Duration.ofSeconds(20);

  /** The time that a process may take to exit before it is killed. A kill loses no data. */
  private static final Duration PARTING = Duration.ofMillis(250);

  private final Process process;
  private final Wire wire;
  private final OutputLog log;
  private final Path crashReport;
  private final Path temporary;
  private final CompletableFuture<Void> group;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

  private LocalProcess(
      Process process, Wire wire, OutputLog log, Path crashReport, Path temporary) {
    this.process = process;
    this.wire = wire;
    this.log = log;
    this.crashReport = crashReport;
    this.temporary = temporary;
    Thread.ofVirtual().start(this::listen);
    // Surviving children of the process would keep its socket open.
    this.group = process.onExit().thenRun(() -> ProcessGroup.kill(process.pid()));
  }

  static WorkerProcess.Start start(LaunchSpec launch, String name) throws InterruptedException {
    Path crashReport = launch.logs().resolve(name + ".crash");
    Path temporary = null;
    Start start = null;
    try {
      Files.createDirectories(launch.logs());
      Files.deleteIfExists(crashReport);
      temporary = Files.createTempDirectory(temporaryFolder(), "evo-");
      Path socket = temporary.resolve("socket");
      try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        server.bind(UnixDomainSocketAddress.of(socket));
        Process process = spawn(launch, crashReport, socket, temporary);
        var log = new OutputLog(process.getInputStream(), launch.logs().resolve(name + ".log"));
        Thread watch = Thread.ofVirtual().start(() -> endIfStopped(process));
        try {
          start = greeted(process, accept(server, process), log, crashReport, temporary, launch);
          return start;
        } finally {
          watch.interrupt();
        }
      } finally {
        Files.deleteIfExists(socket);
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          "Worker '%s' could not be started with %s: %s".formatted(name, launch.java(), e), e);
    } finally {
      if (temporary != null && !(start instanceof Start.Up)) {
        delete(temporary);
      }
    }
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public boolean isStopped() {
    return ProcessTable.isStopped(process.pid());
  }

  @Override
  public void send(Request request) {
    try {
      wire.send(Request.class, request);
    } catch (IOException e) {
      events.add(new Event.Silenced(e.toString()));
    }
  }

  @Override
  public Optional<Event> next(Duration limit) throws InterruptedException {
    return Optional.ofNullable(events.poll(limit.toNanos(), TimeUnit.NANOSECONDS));
  }

  @Override
  public ProcessExit end(String why) throws InterruptedException {
    Duration limit = why.isEmpty() ? END_LIMIT : PARTING;
    boolean ended = process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
    kill();
    return ended
        ? ProcessExit.of(process.exitValue(), crashReport, log.lastLine())
        : new ProcessExit(
            Rejection.CRASH, "Invalid bytes came from the process: " + why, "", "", Loss.DIED);
  }

  @Override
  public void kill() {
    List<ProcessHandle> others = process.descendants().toList();
    others.forEach(ProcessHandle::destroyForcibly);
    ProcessGroup.killMember(process);
    ProcessGroup.kill(process.pid());
    try {
      long deadline = System.nanoTime() + END_LIMIT.toNanos();
      group.get(END_LIMIT.toNanos(), TimeUnit.NANOSECONDS);
      awaitEnd(others.stream().map(ProcessHandle::pid).toList(), deadline);
      delete(temporary);
      wire.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException | IOException e) {
      throw new EnvironmentException(
          "Worker process %d cannot be killed. A device may hang. Check the output of 'dmesg'."
              .formatted(process.pid()),
          e);
    }
  }

  private void awaitEnd(List<Long> others, long deadline)
      throws InterruptedException, TimeoutException {
    while (ProcessTable.hasAny(others) || ProcessTable.hasMembers(process.pid())) {
      if (System.nanoTime() - deadline > 0) {
        throw new TimeoutException();
      }
      ProcessGroup.kill(process.pid());
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  @Override
  public void shutDown() throws InterruptedException {
    send(new Request.Shutdown());
    process.waitFor(PARTING.toNanos(), TimeUnit.NANOSECONDS);
    kill();
  }

  private void listen() {
    try {
      Optional<Reply> reply = wire.receive(Reply.class);
      while (reply.isPresent()) {
        events.add(new Event.Said(reply.get()));
        reply = wire.receive(Reply.class);
      }
      events.add(new Event.Silenced(""));
    } catch (IOException e) {
      events.add(new Event.Silenced(process.isAlive() ? e.toString() : ""));
    }
  }

  /** Chooses the user's TMPDIR, which Java ignores, unless a socket's path would be too long. */
  private static Path temporaryFolder() {
    Path usual = Path.of(System.getProperty("java.io.tmpdir"));
    return Optional.ofNullable(System.getenv("TMPDIR"))
        .map(folder -> Path.of(folder).toAbsolutePath())
        .filter(folder -> folder.toString().length() <= LONGEST_FOLDER && Files.isWritable(folder))
        .orElse(usual);
  }

  private static Process spawn(LaunchSpec launch, Path crashReport, Path socket, Path temporary)
      throws IOException {
    List<String> command = new ArrayList<>(niceness(launch));
    List<String> own =
        List.of(
            "-XX:ErrorFile=" + crashReport,
            "-Djava.io.tmpdir=" + temporary,
            "-D" + ToolRun.TEMPORARY_FOLDER + "=" + temporary);
    command.addAll(launch.command(WorkerMain.class, own, socket, temporary));
    var builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.environment().putAll(launch.environment());
    return builder.start();
  }

  /**
   * Starts the process through the command nice, because the system call would affect only the
   * calling thread. Without the command, niceness stays 0.
   */
  private static List<String> niceness(LaunchSpec launch) {
    return launch.niceness() > 0 && Files.isExecutable(NICE)
        ? List.of(NICE.toString(), "-n", Integer.toString(launch.niceness()))
        : List.of();
  }

  /** Watches a starting process until interrupted, because a stopped process sends no message. */
  private static void endIfStopped(Process process) {
    try {
      while (process.isAlive()) {
        Thread.sleep(LOOK);
        if (ProcessTable.isStopped(process.pid())) {
          ProcessGroup.killMember(process);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The process has started.
    }
  }

  private static @Nullable SocketChannel accept(ServerSocketChannel server, Process process)
      throws InterruptedException {
    var accepted = new CompletableFuture<@Nullable SocketChannel>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                accepted.complete(server.accept());
              } catch (IOException e) {
                accepted.complete(null);
              }
            });
    var ended = process.onExit().thenRun(() -> accepted.complete(null));
    try {
      var _ =
          CompletableFuture.anyOf(accepted, ended).get(START_LIMIT.toNanos(), TimeUnit.NANOSECONDS);
      return accepted.getNow(null);
    } catch (ExecutionException | TimeoutException e) {
      return null;
    }
  }

  private static Start greeted(
      Process process,
      @Nullable SocketChannel channel,
      OutputLog log,
      Path crashReport,
      Path temporary,
      LaunchSpec launch)
      throws InterruptedException {
    if (channel == null && !process.isAlive()) {
      return new Start.Ended(ProcessExit.of(process.exitValue(), crashReport, log.lastLine()));
    }
    if (channel == null) {
      ProcessGroup.killMember(process);
      throw mute(log, launch);
    }
    var worker = new LocalProcess(process, new Wire(channel), log, crashReport, temporary);
    return switch (worker.next(START_LIMIT).orElse(null)) {
      case Event.Said(Reply.Hello(int protocol, long _)) when protocol == Protocol.VERSION ->
          new Start.Up(worker);
      case Event.Silenced(String why) -> new Start.Ended(worker.end(why));
      case Event.Said(Reply other) -> {
        worker.kill();
        throw new EnvironmentException(
            "The worker process does not speak protocol %d of this evo, it said: %s. Maybe the class path mixes versions."
                .formatted(Protocol.VERSION, other));
      }
      case null -> {
        worker.kill();
        throw mute(log, launch);
      }
    };
  }

  private static EnvironmentException mute(OutputLog log, LaunchSpec launch)
      throws InterruptedException {
    return new EnvironmentException(
        "The worker process said nothing within %d s: '%s'. Maybe see %s."
            .formatted(START_LIMIT.toSeconds(), log.lastLine(), launch.logs()));
  }

  private static void delete(Path temporary) {
    try {
      Draft.delete(temporary);
    } catch (IOException e) {
      // Remaining files lie in a folder that the system cleans.
    }
  }
}
