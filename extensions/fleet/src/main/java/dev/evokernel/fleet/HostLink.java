package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.WorkerProcess;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.workers.DeviceLostException;
import dev.evokernel.workers.SanitizerRun;
import dev.evokernel.workers.SanitizerStep;
import dev.evokernel.workers.WorkerMachine;

/**
 * One connection to a host, from its greeting to its loss. Thread-safe; one thread reads.
 *
 * <p>Everything that waits for the host ends with the connection: each wait has a future in {@link
 * #pending} or a process in {@link #processes}, and {@link #lose} ends them all.
 */
final class HostLink {

  /**
   * Time for a process to start or to end, beyond the host's own limits of a minute and of 20 s.
   */
  private static final Duration PROCESS = Duration.ofSeconds(90);

  /** Time to receive a kernel's files. */
  private static final Duration OPENING = Duration.ofMinutes(30);

  private static final Duration QUESTION = Duration.ofSeconds(30);

  /** Work under way on the host, and the time by which it must have ended. */
  private record Duty(String what, Duration limit, AtomicLong endNanos) {}

  @FunctionalInterface
  interface Work<T> {
    T done() throws InterruptedException;
  }

  static final class HostLostException extends EnvironmentException {
    private static final long serialVersionUID = 1;

    HostLostException(String message) {
      super(message);
    }
  }

  private final Pipe<FromHost, ToHost> pipe;
  private final FromHost.Hello hello;
  private final Duration lostAfter;
  private final Runnable closing;
  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<Object, CompletableFuture<FromHost>> pending = new ConcurrentHashMap<>();
  private final Map<Integer, RemoteProcess> processes = new ConcurrentHashMap<>();
  private final Map<String, Map<String, Path>> files = new ConcurrentHashMap<>();
  private final Map<Object, Duty> duties = new ConcurrentHashMap<>();
  private volatile String lost = "";
  private volatile boolean broken;
  private volatile boolean evaluated;
  private final AtomicLong heardNanos = new AtomicLong(System.nanoTime());

  /**
   * @param closing ends the launcher, and with it all reads and writes
   */
  HostLink(
      Pipe<FromHost, ToHost> pipe, FromHost.Hello hello, Duration lostAfter, Runnable closing) {
    this.pipe = pipe;
    this.hello = hello;
    this.lostAfter = lostAfter;
    this.closing = closing;
  }

  String host() {
    return hello.host();
  }

  List<OfferedDevice> offered() {
    return hello.devices();
  }

  List<OfferedDevice> like(OfferedDevice model) {
    return offered().stream().filter(model::isLike).toList();
  }

  boolean isLost() {
    return !lost.isEmpty();
  }

  void require() {
    if (isLost()) {
      throw new HostLostException(lost);
    }
  }

  long silentNanos() {
    return System.nanoTime() - heardNanos.get();
  }

  /** Loses a host that is silent, or that has not ended its work in time. */
  void loseIfLate() {
    if (silentNanos() > lostAfter.toNanos()) {
      lose("Host '%s' was lost: it was silent for %d s.".formatted(host(), lostAfter.toSeconds()));
    }
    for (Duty duty : duties.values()) {
      if (System.nanoTime() - duty.endNanos().get() > 0) {
        breach(
            "Host '%s' was lost: %s did not end within %d s."
                .formatted(host(), duty.what(), duty.limit().toSeconds()));
      }
    }
  }

  /** Forgives a time in which this process was suspended. */
  void suspended(long nanos) {
    heardNanos.addAndGet(nanos);
    duties.values().forEach(duty -> duty.endNanos().addAndGet(nanos));
  }

  /**
   * Does work that keeps the host busy at most for a time, and for the silence that a host may
   * have. Messages of the host cannot extend it.
   *
   * @param what the work, for the message
   * @throws DeviceLostException if the host is lost, or sends what does not fit
   */
  <T> T within(Duration least, String what, Work<T> work) throws InterruptedException {
    Duration limit = least.plus(lostAfter);
    var key = new Object();
    duties.put(key, new Duty(what, limit, new AtomicLong(System.nanoTime() + limit.toNanos())));
    try {
      return work.done();
    } catch (IllegalArgumentException | IllegalStateException | IndexOutOfBoundsException e) {
      breach("Host '%s' sent an answer that does not fit: %s".formatted(host(), e.getMessage()));
      throw new DeviceLostException(lost, broken, e);
    } catch (EnvironmentException e) {
      if (isLost()) {
        throw new DeviceLostException(lost, broken, e);
      }
      throw e;
    } finally {
      duties.remove(key);
    }
  }

  /** Loses a host that does what no worker does. Its line is not started again. */
  void breach(String why) {
    synchronized (this) {
      broken |= !isLost();
      lost = isLost() ? lost : why;
    }
    lose(why);
  }

  void evaluated() {
    evaluated = true;
  }

  boolean hasEvaluated() {
    return evaluated;
  }

  boolean isBroken() {
    return broken;
  }

  /** Ends the connection, and all that waits for the host. Only the first reason counts. */
  void lose(String why) {
    synchronized (this) {
      lost = isLost() ? lost : why;
    }
    closing.run();
    pending.values().forEach(waiting -> waiting.completeExceptionally(new HostLostException(lost)));
    processes.values().forEach(RemoteProcess::lost);
  }

  /**
   * Reads until the end of the pipe.
   *
   * @throws Pipe.NoMessageException if the host sends what no host sends
   */
  void read() throws IOException {
    Optional<Pipe.Parcel<FromHost>> next = pipe.receive();
    while (next.isPresent() && !isLost()) {
      heardNanos.set(System.nanoTime());
      handle(next.get().message());
      next = pipe.receive();
    }
  }

  private void handle(FromHost message) {
    switch (message) {
      case FromHost.Hello _ -> breach("Host '%s' greeted twice.".formatted(host()));
      case FromHost.Alive(List<Integer> stopped) ->
          processes.forEach((number, process) -> process.stopped(stopped.contains(number)));
      case FromHost.Wanted(String run, List<String> digests) ->
          Thread.ofVirtual().start(() -> give(run, digests));
      case FromHost.RunOpened opened -> answered(opened.run(), opened);
      case FromHost.RunNotOpened not -> answered(not.run(), not);
      case FromHost.Started started -> {
        requireAsked(started.process());
        var process = new RemoteProcess(this, started.process(), started.pid());
        if (pending.containsKey(started.process())) {
          processes.put(started.process(), process);
        }
        answered(started.process(), started);
      }
      case FromHost.NotStarted not -> answered(not.process(), not);
      case FromHost.Said(int number, var reply, long held) -> {
        requireAsked(number);
        Optional.ofNullable(processes.get(number)).ifPresent(process -> process.said(reply, held));
      }
      case FromHost.Ended ended -> {
        Optional.ofNullable(processes.remove(ended.process()))
            .ifPresent(process -> process.ended(ended.exit()));
        answered(ended.process(), ended);
      }
      case FromHost.Exist exist -> answered(exist.question(), exist);
      case FromHost.Sanitized sanitized -> answered(sanitized.question(), sanitized);
    }
  }

  /** Loses a host that speaks of a number that it was never sent. */
  private void requireAsked(int number) {
    if (number < 1 || number > numbers.get()) {
      breach(
          "Host '%s' sent a message of process %d, which was never started."
              .formatted(host(), number));
    }
  }

  private void answered(Object question, FromHost answer) {
    Optional.ofNullable(pending.remove(question)).ifPresent(waiting -> waiting.complete(answer));
  }

  /** Sends files of an open run; a host gets no others. */
  private void give(String run, List<String> digests) {
    for (String digest : digests) {
      Path file = files.getOrDefault(run, Map.of()).get(digest);
      if (file == null) {
        breach("Host '%s' asked for a file that is not of its run.".formatted(host()));
        return;
      }
      try {
        send(new ToHost.Content(digest), Files.readAllBytes(file));
      } catch (IOException e) {
        answered(run, new FromHost.RunNotOpened(run, "Cannot read %s: %s".formatted(file, e)));
        return;
      }
    }
  }

  void send(ToHost message, byte... content) {
    try {
      pipe.send(message, content);
    } catch (IOException e) {
      lose("Host '%s' was lost: its pipe broke (%s).".formatted(host(), e.getMessage()));
    }
  }

  private FromHost ask(Object key, ToHost question, Duration limit) throws InterruptedException {
    var waiting = new CompletableFuture<FromHost>();
    pending.put(key, waiting);
    try {
      require();
      send(question);
      return waiting.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      lose(
          "Host '%s' did not answer %s within %d s."
              .formatted(host(), question.getClass().getSimpleName(), limit.toSeconds()));
      throw new HostLostException(lost);
    } catch (ExecutionException e) {
      throw new HostLostException(lost);
    } finally {
      pending.remove(key);
    }
  }

  /**
   * Opens a run on the host.
   *
   * @throws EnvironmentException if the host cannot take part
   */
  WorkerMachine open(RunSpec spec, SharedKernel kernel, Path copy) throws InterruptedException {
    String run = spec.id();
    files.put(
        run,
        kernel.files().stream()
            .collect(
                Collectors.toMap(
                    SharedKernel.SharedFile::digest,
                    file -> copy.resolve(file.path()),
                    (one, _) -> one)));
    return switch (ask(run, new ToHost.OpenRun(run, kernel), OPENING)) {
      case FromHost.RunOpened opened -> new Machine(this, spec, opened);
      case FromHost.RunNotOpened(_, String why) ->
          throw new EnvironmentException(
              "Host '%s' cannot take part: %s".formatted(host(), Printable.text(why)));
      case FromHost other -> throw unexpected(other);
    };
  }

  void close(String run) {
    files.remove(run);
    send(new ToHost.CloseRun(run));
  }

  /** The host as the machine of a run's processes. */
  private record Machine(HostLink link, RunSpec spec, FromHost.RunOpened opened)
      implements WorkerMachine {

    @Override
    public String host() {
      return link.host();
    }

    @Override
    public Path kernelFile() {
      return opened.kernelFile();
    }

    @Override
    public Path cache() {
      return opened.cache();
    }

    @Override
    public LaunchSpec launch() {
      return LaunchSpec.ofThisJvm(opened.logs())
          .startedBy((launch, name) -> link.start(spec.id(), name, launch), opened.logs());
    }

    @Override
    public boolean has(Binary binary) {
      try {
        int question = link.numbers.incrementAndGet();
        List<Path> files =
            Stream.concat(Stream.of(binary.file()), binary.parts().stream().map(Binary.Part::file))
                .toList();
        return link.ask(question, new ToHost.DoExist(question, files), QUESTION)
                instanceof FromHost.Exist(_, boolean all)
            && all;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return true;
      }
    }

    @Override
    public boolean mayLack(Binary binary) {
      return false;
    }

    @Override
    public Optional<SanitizerStep> sanitizer(DeviceJob job) {
      return opened
          .sanitizer()
          .map(
              each ->
                  new SanitizerRun(
                      spec,
                      job,
                      each,
                      (launch, name, limit) -> {
                        int question = link.numbers.incrementAndGet();
                        var asked = new ToHost.Sanitize(question, spec.id(), launch, name, limit);
                        return switch (link.ask(question, asked, limit.plus(PROCESS))) {
                          case FromHost.Sanitized(_, var finding, var broken)
                              when broken.isEmpty() ->
                              finding;
                          case FromHost.Sanitized(_, _, var broken) ->
                              throw new EnvironmentException(
                                  "Host '%s': %s"
                                      .formatted(
                                          link.host(), Printable.text(broken.orElseThrow())));
                          case FromHost other -> throw link.unexpected(other);
                        };
                      }));
    }
  }

  private WorkerProcess.Start start(String run, String name, LaunchSpec launch)
      throws InterruptedException {
    int number = numbers.incrementAndGet();
    try {
      return switch (ask(number, new ToHost.Start(number, run, name, launch.niceness()), PROCESS)) {
        case FromHost.Started _ ->
            new WorkerProcess.Start.Up(Objects.requireNonNull(processes.get(number)));
        case FromHost.Ended(_, var exit) -> new WorkerProcess.Start.Ended(exit);
        case FromHost.NotStarted(_, String why) ->
            throw new EnvironmentException("Host '%s': %s".formatted(host(), Printable.text(why)));
        case FromHost other -> throw unexpected(other);
      };
    } catch (InterruptedException e) {
      send(new ToHost.Kill(number));
      throw e;
    }
  }

  /** Loses a host that answers what was not asked. */
  EnvironmentException unexpected(Object answer) {
    breach(
        "Host '%s' sent an answer that does not fit the question: %s."
            .formatted(host(), Printable.line(answer.getClass().getSimpleName())));
    return new HostLostException(lost);
  }

  String loss() {
    return lost;
  }
}
