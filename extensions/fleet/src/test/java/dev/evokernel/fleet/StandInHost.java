package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.Peaks;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Spent;
import dev.evokernel.simulation.SimulatedBackend;
import dev.evokernel.simulation.SimulatedRun;
import dev.evokernel.tuning.EvoVersion;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Loss;
import dev.evokernel.worker.protocol.ProcessExit;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.protocol.Request;
import dev.evokernel.workers.RunDevice;
import org.jspecify.annotations.Nullable;

/**
 * Program that speaks a worker's protocol for a simulated device, which answers by a formula. It
 * may do one thing that no worker does.
 */
public final class StandInHost {

  /** Forgery of a worker: what it does instead of answering its first evaluation, or before. */
  enum Forgery {
    NONE,
    OTHER_VERSION,
    NO_MESSAGE,
    GARBAGE,
    TOO_LARGE,
    OTHER_PROCESS,
    OTHER_SHAPE,
    OTHER_ANSWER,
    ANSWERS_TWICE,
    WRONG_DIGEST,
    FOREIGN_FILE,
    SECOND_GREETING,
    SILENCE,
    ENDLESS_REST,
    FLOOD
  }

  static final int SHAPES = 2;
  static final int SAMPLES = 3;
  private static final long MILLI = 1_000_000;

  private final String name;
  private final Forgery forgery;
  private final int millis;
  private final List<DeviceIdentity> devices;
  private final DataOutputStream raw =
      new DataOutputStream(new FileOutputStream(FileDescriptor.out));
  private final Pipe<ToHost, FromHost> pipe =
      new Pipe<>(System.in, raw, ToHost.class, FromHost.class, Pipe.TO_HOST);
  private final RunDevice device;
  private final Map<Integer, BlockingQueue<Request>> processes = new ConcurrentHashMap<>();
  private volatile boolean silent;

  private StandInHost(String name, Forgery forgery, int millis, int devices) {
    this.name = name;
    this.forgery = forgery;
    this.millis = millis;
    this.devices = IntStream.range(0, devices).mapToObj(SimulatedBackend::device).toList();
    this.device = run(Path.of("unused"), 1, 1).workers().devices().getFirst();
  }

  /** The run whose kernel the device measures. */
  static SimulatedRun run(Path folder, long seed, int hosts) {
    return new SimulatedRun(SHAPES, SAMPLES, 2 * hosts + 2, false, seed, folder);
  }

  /** Launch line of a host with one device. */
  static String line(String name, Forgery forgery, int millis) {
    return line(name, forgery, millis, 1);
  }

  static String line(String name, Forgery forgery, int millis, int devices) {
    return "'%s' -Xlog:cds=off,aot=off -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx64m -cp '%s' %s %s %s %d %d"
        .formatted(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            System.getProperty("java.class.path"),
            StandInHost.class.getName(),
            name,
            forgery,
            millis,
            devices);
  }

  /**
   * Serves until the coordinator closes the pipe.
   *
   * @param arguments the host's name, its {@link Forgery}, the milliseconds of an evaluation, and
   *     the number of devices
   */
  public static void main(String... arguments) throws IOException {
    var host =
        new StandInHost(
            arguments[0],
            Forgery.valueOf(arguments[1]),
            Integer.parseInt(arguments[2]),
            Integer.parseInt(arguments[3]));
    System.setOut(System.err);
    host.serve();
    Runtime.getRuntime().halt(0);
  }

  private void serve() throws IOException {
    if (forgery == Forgery.OTHER_VERSION) {
      raw.writeBytes("\nevo-worker 1.1 0.1.0\n");
      raw.flush();
    } else {
      pipe.greet(EvoVersion.text());
    }
    pipe.send(hello());
    Thread.ofVirtual().start(this::beat);
    Optional<Pipe.Parcel<ToHost>> next = pipe.receive();
    while (next.isPresent()) {
      handle(next.get().message());
      next = pipe.receive();
    }
  }

  private FromHost.Hello hello() {
    String backend = new SimulatedBackend().name();
    return new FromHost.Hello(
        name,
        devices.stream()
            .map(each -> new OfferedDevice(backend, each, each, Optional.of(device.limits()), 2))
            .toList());
  }

  private void beat() {
    try {
      while (true) {
        send(new FromHost.Alive(List.of()));
        Thread.sleep(500);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void handle(ToHost message) {
    switch (message) {
      case ToHost.Alive _, ToHost.CloseRun _, ToHost.Content _ -> {}
      case ToHost.OpenRun(String run, var kernel) -> {
        if (forgery == Forgery.FOREIGN_FILE) {
          send(
              new FromHost.Wanted(
                  run, List.of(Sha256.of("/etc/passwd".getBytes(StandardCharsets.UTF_8)))));
        }
        Path folder = Path.of("/nowhere", name);
        send(
            new FromHost.RunOpened(
                run, folder.resolve(kernel.file()), folder, folder, Optional.empty()));
      }
      case ToHost.Start start -> {
        processes.put(start.process(), new LinkedBlockingQueue<>());
        send(new FromHost.Started(start.process(), start.process()));
        Thread.ofVirtual().start(() -> live(start.process()));
      }
      case ToHost.Ask(int number, var request) ->
          Optional.ofNullable(processes.get(number)).ifPresent(asked -> asked.add(request));
      case ToHost.Kill(int number) -> end(number);
      case ToHost.DoExist(int question, var _) -> send(new FromHost.Exist(question, true));
      case ToHost.Sanitize asked ->
          send(new FromHost.Sanitized(asked.question(), Optional.empty(), Optional.empty()));
    }
  }

  private void end(int number) {
    if (processes.remove(number) != null) {
      send(
          new FromHost.Ended(
              number, new ProcessExit(Rejection.CRASH, "Killed", "", "", Loss.KILLED)));
    }
  }

  private void live(int number) {
    try {
      while (processes.containsKey(number)) {
        @Nullable Request request =
            Objects.requireNonNull(processes.get(number)).poll(1, TimeUnit.SECONDS);
        if (request instanceof Request.Shutdown) {
          end(number);
        } else if (request != null) {
          long began = System.nanoTime();
          answer(number, request, began);
        }
      }
    } catch (InterruptedException | NullPointerException e) {
      // The process was killed.
    }
  }

  private void answer(int number, Request request, long began) throws InterruptedException {
    Reply reply = reply(request);
    if (request instanceof Request.Evaluate && forge(number, reply)) {
      return;
    }
    say(number, reply, System.nanoTime() - began);
  }

  private void say(int number, Reply reply, long held) {
    send(new FromHost.Said(number, reply, held));
  }

  private Reply reply(Request request) throws InterruptedException {
    return switch (request) {
      case Request.OpenCompiler _ -> new Reply.CompilerOpen("a formula");
      case Request.CompileReference _ ->
          new Reply.ReferenceCompiled(Optional.empty(), Duration.ZERO);
      case Request.Compile(var configuration, var _) ->
          new Reply.Compiled(digest(run(Path.of("unused"), 1, 1).workers().compile(configuration)));
      case Request.PrepareDevice _ -> new Reply.DevicePrepared();
      case Request.OpenDevice(var job) ->
          new Reply.DeviceOpen(job.target().device(), device.limits(), Peaks.UNKNOWN, List.of());
      case Request.Evaluate(var evaluation) ->
          new Reply.EvaluationEnded(evaluated(evaluation), false, List.of());
      case Request.Examine _ -> new Reply.Examined(Optional.empty(), false, List.of());
      case Request.TrySpecial _ -> new Reply.SpecialTried(List.of(), List.of());
      case Request.MeasureFinals(var finals) ->
          new Reply.FinalsEnded(device.finals(finals, _ -> {}));
      case Request.MeasureBaseline _,
          Request.CompileMiniature _,
          Request.OpenMiniatures _,
          Request.TryMiniature _,
          Request.Shutdown _ ->
          throw new IllegalArgumentException("A simulated device is never asked " + request);
    };
  }

  private Compilation digest(Compilation compilation) {
    return forgery == Forgery.WRONG_DIGEST
            && compilation instanceof Compilation.Compiled(var binary)
        ? new Compilation.Compiled(
            new Binary(binary.file(), "../../etc/passwd", binary.compileNanos()))
        : compilation;
  }

  private Evaluated evaluated(EvaluationRequest request) throws InterruptedException {
    Thread.sleep(millis / 2 + Math.floorMod(request.configuration().hashCode(), millis + 1));
    Evaluated evaluated = device.evaluate(request);
    return new Evaluated(evaluated.outcome(), new Spent(0, MILLI, millis * MILLI), 0);
  }

  /** Does what no worker does; false for an honest host. */
  private boolean forge(int number, Reply honest) throws InterruptedException {
    switch (forgery) {
      case NO_MESSAGE -> write("{\"message\":\"Exec\",\"command\":\"rm -rf /\"}");
      case GARBAGE ->
          write("Segmentation fault in a library that prints to standard output\n".repeat(9));
      case TOO_LARGE -> write(new byte[] {0x7f, -1, -1, -1, 0, 0, 0, 0});
      case OTHER_PROCESS -> say(4711, honest, 0);
      case OTHER_SHAPE -> say(number, onOtherShapes((Reply.EvaluationEnded) honest), 0);
      case OTHER_ANSWER -> say(number, new Reply.CompilerOpen("a formula"), 0);
      case ANSWERS_TWICE -> {
        say(number, honest, 0);
        say(number, honest, 0);
      }
      case SECOND_GREETING -> send(hello());
      case SILENCE -> silent = true;
      case ENDLESS_REST -> {
        while (processes.containsKey(number)) {
          say(number, new Reply.Resting(Duration.ofSeconds(10)), 0);
          Thread.sleep(200);
        }
      }
      case FLOOD -> {
        for (int other : List.copyOf(processes.keySet())) {
          for (int i = 0; i < 20_000 && other != number; i++) {
            say(other, new Reply.Progress("verification", "", 0), 0);
          }
        }
      }
      case NONE, OTHER_VERSION, WRONG_DIGEST, FOREIGN_FILE -> {
        return false;
      }
    }
    return true;
  }

  private static Reply onOtherShapes(Reply.EvaluationEnded honest) {
    return new Reply.EvaluationEnded(
        new Evaluated(
            honest.evaluated().outcome() instanceof Measured(List<Measurement> measurements)
                ? new Measured(List.of(measurements.getFirst()))
                : new Measured(List.of()),
            honest.evaluated().spent(),
            0),
        false,
        List.of());
  }

  private void write(String json) {
    byte[] text = json.getBytes(StandardCharsets.UTF_8);
    byte[] head = ByteBuffer.allocate(8).putInt(text.length).putInt(0).array();
    write(
        json.startsWith("{")
            ? ByteBuffer.allocate(8 + text.length).put(head).put(text).array()
            : text);
  }

  private void write(byte[] bytes) {
    try {
      synchronized (pipe) {
        raw.write(bytes);
        raw.flush();
      }
    } catch (IOException e) {
      Runtime.getRuntime().halt(1);
    }
  }

  private void send(FromHost message) {
    try {
      if (!silent) { // A host that still answers the compiler is not silent.
        pipe.send(message);
      }
    } catch (IOException e) {
      Runtime.getRuntime().halt(1); // The coordinator has closed the pipe.
    }
  }
}
