package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sanitizer;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.spec.MachineLoad;
import dev.evokernel.store.RunRecord;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.WorkerProcess;
import dev.evokernel.worker.WorkerProcess.Event;

/**
 * Host of a coordinator: starts worker processes, and passes requests and replies between them and
 * the pipe. When the pipe ends or is silent, all processes are killed.
 *
 * <p>The host executes kernels, references and build commands of the coordinator, as the user that
 * started it.
 */
final class HostServer implements AutoCloseable {

  /**
   * Silence of the coordinator after which the host ends. A cut connection may not end by itself.
   */
  private static final Duration SILENCE = Duration.ofMinutes(3);

  private static final Duration TICK = Duration.ofSeconds(1);

  private final Path folder;
  private final SharedKernel.ContentStore store;
  private final Pipe<ToHost, FromHost> pipe;

  /** Runs whose files are not complete. */
  private final Map<String, SharedKernel> opening = new HashMap<>();

  private final Map<String, OpenRun> runs = new ConcurrentHashMap<>();
  private final Map<Integer, WorkerProcess> processes = new ConcurrentHashMap<>();

  /** Times of the last requests, by process. */
  private final Map<Integer, Long> askedNanos = new ConcurrentHashMap<>();

  /** Processes to kill, some of which may still be starting. */
  private final Set<Integer> unwanted = ConcurrentHashMap.newKeySet();

  private final ExecutorService tasks =
      Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().name("host-", 0).factory());
  private volatile long heardNanos = System.nanoTime();
  private volatile boolean closed;

  private record OpenRun(Path folder, LaunchSpec launch, Optional<Sanitizer> sanitizer) {}

  /**
   * @param folder of received files, binaries and logs; several hosts may share it
   */
  public HostServer(Path folder, InputStream in, OutputStream out) {
    this.folder = folder.toAbsolutePath().normalize();
    this.store = new SharedKernel.ContentStore(this.folder.resolve("cache").resolve("fleet"));
    this.pipe = new Pipe<>(in, out, ToHost.class, FromHost.class, Pipe.TO_HOST);
  }

  /** Serves until the coordinator closes the pipe or is silent. */
  public void serve(FromHost.Hello hello, String evoVersion) throws IOException {
    pipe.greet(evoVersion);
    pipe.send(hello);
    tasks.execute(this::beat);
    Optional<Pipe.Parcel<ToHost>> next = pipe.receive();
    while (next.isPresent()) {
      heardNanos = System.nanoTime();
      handle(next.get());
      next = pipe.receive();
    }
  }

  private void beat() {
    try {
      while (!closed) {
        send(
            new FromHost.Alive(
                processes.entrySet().stream()
                    .filter(process -> process.getValue().isStopped())
                    .map(Map.Entry::getKey)
                    .toList()));
        Thread.sleep(Pipe.HEARTBEAT);
        if (System.nanoTime() - heardNanos > SILENCE.toNanos()) {
          close();
          Runtime.getRuntime().halt(1); // The receiving thread waits for a dead connection.
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void handle(Pipe.Parcel<ToHost> parcel) {
    switch (parcel.message()) {
      case ToHost.Alive _ -> {}
      case ToHost.OpenRun(String run, SharedKernel kernel) -> {
        opening.put(RunRecord.requireId(run), kernel);
        List<String> missing = kernel.missing(store);
        if (!missing.isEmpty()) {
          send(new FromHost.Wanted(run, missing));
        }
        openComplete();
      }
      case ToHost.Content(String digest) -> {
        try {
          store.keep(digest, parcel.content());
          openComplete();
        } catch (EnvironmentException e) {
          opening.keySet().forEach(run -> send(new FromHost.RunNotOpened(run, e.message())));
          opening.clear();
        }
      }
      case ToHost.CloseRun(String run) -> leave(run);
      case ToHost.Start start -> tasks.execute(() -> live(start));
      case ToHost.Ask(int number, var request) -> {
        askedNanos.put(number, System.nanoTime());
        Optional.ofNullable(processes.get(number)).ifPresent(process -> process.send(request));
      }
      case ToHost.Kill(int number) -> {
        unwanted.add(number);
        Optional.ofNullable(processes.get(number))
            .ifPresent(process -> tasks.execute(process::kill));
      }
      case ToHost.DoExist(int question, List<Path> files) ->
          send(new FromHost.Exist(question, files.stream().allMatch(Files::exists)));
      case ToHost.Sanitize sanitize -> tasks.execute(() -> sanitize(sanitize));
    }
  }

  private void openComplete() {
    for (String run : List.copyOf(opening.keySet())) {
      SharedKernel kernel = Objects.requireNonNull(opening.get(run));
      if (kernel.missing(store).isEmpty()) {
        opening.remove(run);
        tasks.execute(() -> open(run, kernel));
      }
    }
  }

  private void open(String run, SharedKernel shared) {
    Path own =
        folder.resolve("runs").resolve(run).resolve(String.valueOf(ProcessHandle.current().pid()));
    try {
      Path copy = own.resolve("kernel");
      Kernel kernel = shared.repeated(store, copy);
      Backend backend = Backend.named(shared.backend());
      Path logs = own.resolve("logs");
      Optional<Sanitizer> sanitizer = backend.sanitizer().filter(tool -> tool.examines(kernel));
      LaunchSpec launch = MachineLoad.adapted(LaunchSpec.ofThisJvm(logs), backend);
      runs.put(run, new OpenRun(own, launch, sanitizer));
      send(
          new FromHost.RunOpened(
              run,
              copy.resolve(shared.file()),
              folder.resolve("cache"),
              logs,
              sanitizer.map(Sanitizer::usual)));
    } catch (EnvironmentException | InvalidFileException e) {
      send(new FromHost.RunNotOpened(run, String.valueOf(e.getMessage())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts a process and passes on its replies until its end. */
  private void live(ToHost.Start start) {
    int number = start.process();
    OpenRun run = runs.get(start.run());
    if (run == null) {
      send(new FromHost.NotStarted(number, "The run is not open on this host."));
      return;
    }
    try {
      switch (run.launch().withNiceness(start.niceness()).start(start.name())) {
        case WorkerProcess.Start.Ended(var exit) -> send(new FromHost.Ended(number, exit));
        case WorkerProcess.Start.Up(WorkerProcess process) -> {
          processes.put(number, process);
          if (closed || unwanted.contains(number)) {
            process.kill();
          }
          send(new FromHost.Started(number, process.pid()));
          relay(number, process);
          processes.remove(number);
          unwanted.remove(number);
          askedNanos.remove(number);
        }
      }
    } catch (EnvironmentException e) {
      processes.remove(number);
      send(new FromHost.NotStarted(number, e.message()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void relay(int number, WorkerProcess process) throws InterruptedException {
    while (true) {
      switch (process.next(TICK).orElse(null)) {
        case null -> {}
        case Event.Said(var reply) -> {
          long now = System.nanoTime();
          send(new FromHost.Said(number, reply, now - askedNanos.getOrDefault(number, now)));
        }
        case Event.Silenced(String why) -> {
          send(new FromHost.Ended(number, process.end(why)));
          return;
        }
      }
    }
  }

  private void sanitize(ToHost.Sanitize asked) {
    OpenRun run = runs.get(asked.run());
    FromHost.Sanitized answer;
    if (run == null || run.sanitizer().isEmpty()) {
      answer = broken(asked, "This host has no sanitizer for the run.");
    } else {
      try {
        Path scratch = run.folder().resolve("logs").resolve("sanitizer").resolve(asked.name());
        Optional<Rejected> finding =
            asked.launch().under(run.sanitizer().get(), run.launch(), scratch, asked.limit());
        answer = new FromHost.Sanitized(asked.question(), finding, Optional.empty());
      } catch (EnvironmentException e) {
        answer = broken(asked, e.message());
      }
    }
    send(answer);
  }

  private static FromHost.Sanitized broken(ToHost.Sanitize asked, String why) {
    return new FromHost.Sanitized(asked.question(), Optional.empty(), Optional.of(why));
  }

  private void leave(String run) {
    OpenRun open = runs.remove(run);
    if (open != null) {
      try {
        Draft.delete(open.folder().resolve("kernel"));
      } catch (IOException e) {
        // The copy stays until the folder is deleted.
      }
    }
  }

  /** Sends a message. If the pipe is broken, the receiving thread finds its end. */
  private void send(FromHost message) {
    try {
      pipe.send(message);
    } catch (IOException e) {
      // Nobody reads any more.
    }
  }

  @Override
  public void close() {
    closed = true;
    processes.values().forEach(WorkerProcess::kill);
    List.copyOf(runs.keySet()).forEach(this::leave);
    tasks.shutdownNow();
  }
}
