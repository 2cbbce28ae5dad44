package dev.evokernel.fleet.chaos;

import module java.base;

import dev.evokernel.fleet.coordinator.Coordinator;
import dev.evokernel.fleet.coordinator.FleetWorkers;
import dev.evokernel.fleet.tls.TlsFolder;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.fleet.worker.WorkerSettings;
import dev.evokernel.run.TuningRun;
import dev.evokernel.run.evaluation.RunEnvironment;
import dev.evokernel.run.listen.Progress;
import dev.evokernel.run.listen.RunListener;
import dev.evokernel.simulation.SimulatedRun;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.tuning.device.EvoVersion;

/** Process of a run with injected faults. */
public final class ChaosProcess {

  /** Prefix of an output line of the coordinator, with the number of completed evaluations. */
  static final String EVALUATED = "evaluated ";

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Signs of life of a host during the silence after which it counts as lost. */
  private static final int SIGNS_OF_LIFE = 4;

  private ChaosProcess() {}

  /**
   * Runs the coordinator, or the worker of a host.
   *
   * @param arguments the part, the folder shared by all processes, and the coordinator's port
   */
  public static void main(String... arguments) {
    Thread.ofVirtual().start(ChaosProcess::endWithParent);
    log("starts");
    int code = 1;
    try {
      run(arguments[0], Path.of(arguments[1]), Integer.parseInt(arguments[2]));
      code = 0;
    } catch (IOException | InterruptedException | RuntimeException e) {
      e.printStackTrace(System.err);
    }
    System.out.flush();
    Runtime.getRuntime().halt(code); // Threads of the broker keep running for a minute.
  }

  private static void run(String part, Path folder, int port)
      throws IOException, InterruptedException {
    if (part.equals(ChaosFolder.COORDINATOR)) {
      coordinate(new ChaosFolder(folder), port);
    } else {
      work(new ChaosFolder(folder), part, port);
    }
  }

  /** Starts the run, or resumes it, and prints a line for each evaluation. */
  private static void coordinate(ChaosFolder folder, int port)
      throws InterruptedException, IOException {
    ChaosSettings settings = ChaosPlan.read(folder.plan()).settings();
    RunSpec spec = settings.run(folder.results()).spec(settings.evaluations());
    var address = new FleetAddress("127.0.0.1", port);
    var fleet =
        new FleetSettings(
            address,
            Optional.of(TlsFolder.coordinator(folder.certificates(), address, Instant.now())),
            Duration.ofMillis(settings.lostMillis()),
            PATIENCE);
    try (ResultStore store = ResultStore.open(folder.database());
        Coordinator coordinator = Coordinator.start(fleet, EvoVersion.text(), ChaosProcess::log)) {
      Optional<RunHistory> earlier =
          store.has(SimulatedRun.ID)
              ? Optional.of(store.resume(SimulatedRun.ID, ""))
              : Optional.empty();
      RunEnvironment environment =
          RunEnvironment.simulated(
              spec,
              InstantSource.system(),
              System::nanoTime,
              _ -> FleetWorkers.start(spec, coordinator, coordinator.first("a device", _ -> true)));
      var _ = new TuningRun(spec, store, environment).run(earlier, listener());
    }
  }

  private static RunListener listener() {
    return new RunListener() {
      @Override
      public void began(String activity) {
        log(activity);
      }

      @Override
      public void evaluated(Evaluation evaluation, Progress progress) {
        System.out.println(EVALUATED + progress.evaluations());
      }
    };
  }

  /** Lends a host's device until the process ends. */
  private static void work(ChaosFolder folder, String host, int port) throws IOException {
    ChaosSettings settings = ChaosPlan.read(folder.plan()).settings();
    var joining =
        new WorkerSettings(
            new FleetAddress("127.0.0.1", port),
            Optional.of(
                TlsFolder.worker(
                    folder.certificates().resolve("workers").resolve(host), Instant.now())),
            Optional.empty(),
            folder.worker(host),
            host,
            false,
            Duration.ofMillis(settings.lostMillis() / SIGNS_OF_LIFE));
    var device = new ChaosDevice(folder, settings, host);
    try (var worker = device.worker(joining, EvoVersion.text(), ChaosProcess::log)) {
      worker.run();
    }
  }

  private static void log(String line) {
    System.err.println(
        LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.MILLIS) + " " + line);
  }

  /** Ends this process when standard input ends, which happens when the parent ends. */
  private static void endWithParent() {
    try {
      var _ = System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // The parent has ended.
    }
    Runtime.getRuntime().halt(1);
  }

  /**
   * Command line of the process of one part.
   *
   * @param part {@code coordinator}, or a host's name
   * @param port of the coordinator, as seen by this part
   */
  static List<String> command(String part, Path folder, int port) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xlog:cds=off,aot=off",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xmx256m",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-cp",
        System.getProperty("java.class.path"),
        ChaosProcess.class.getName(),
        part,
        folder.toString(),
        Integer.toString(port));
  }
}
