package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cli.Bounds;
import dev.evokernel.cli.ExtensionCommand;
import dev.evokernel.health.DeviceLock;
import dev.evokernel.spec.Host;
import dev.evokernel.store.FileLock;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.ChosenDevice;
import dev.evokernel.tuning.DeviceReservation;
import dev.evokernel.tuning.EvoVersion;
import dev.evokernel.tuning.HeldResources;
import dev.evokernel.worker.protocol.ProcessTable;
import dev.evokernel.workers.WorkerLayout;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@ExtensionCommand.Group("Tune a kernel")
@Command(
    name = "worker",
    description = {
      "Lends this host's devices to a run on another host.",
      "Compiles, verifies and times configurations for a coordinator (evo run --fleet). A launch line of the run starts it and holds its standard streams; it ends with them."
    },
    exitCodeList = {
      "0:the coordinator has ended",
      "2:bad input, or a device is in use",
      "130:interrupted (143 by SIGTERM)"
    })
public final class WorkerCommand implements Callable<Integer>, ExtensionCommand {

  private static final String OWNER = "evo worker";

  private static final Duration KILL = Duration.ofSeconds(10);

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description =
          "The devices to lend: cuda:0, several separated by commas, cuda:all, cpu; auto: all GPUs"
              + " of the first one's model, or else the CPU.")
  private String device = "auto";

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      description =
          "The folder of received files, binaries and logs (default: ~/.cache/evo/worker). Several"
              + " workers may share it.")
  private @Nullable Path folder;

  @Option(
      names = "--name",
      paramLabel = "HOST",
      description = "The host's name in reports (default: its host name).")
  private @Nullable String name;

  @Option(
      names = "--apart",
      paramLabel = "WHY",
      defaultValue = "",
      description =
          "Treats these devices as a model of their own, 'MODEL (WHY)', in search, ranking and"
              + " reports, for example '300 W' or 'MIG 3g'.")
  private String apart = "";

  @Override
  public Integer call() throws InterruptedException {
    String host =
        Bounds.valid(() -> OfferedDevice.requireName("--name", name == null ? Host.name() : name));
    if (Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()) {
      throw new BadInputException(
          "evo worker talks to a coordinator over its standard streams. Start it by a launch line: evo run --fleet 'ssh %s evo worker'.",
          host);
    }
    // The pipe is the standard output; whatever else prints goes to standard error.
    var out = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err);
    Path own = folder == null ? usualFolder() : folder;
    PrintWriter news = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    try (var held = new HeldResources();
        var server = new HostServer(own, new FileInputStream(FileDescriptor.in), out)) {
      List<OfferedDevice> offered = hold(own, news::println, held);
      server.serve(new FromHost.Hello(host, offered), EvoVersion.text());
    } catch (IOException e) {
      throw new EnvironmentException("The pipe to the coordinator broke: " + e.getMessage(), e);
    }
    return 0;
  }

  /** Chooses the devices and takes their locks. */
  private List<OfferedDevice> hold(Path own, Consumer<String> news, HeldResources held)
      throws InterruptedException {
    boolean gpus = !Backend.named("cuda").devices().isEmpty();
    ChosenDevice chosen =
        ChosenDevice.choose(
            device.equals("auto") ? gpus ? "cuda:all" : "cpu" : device,
            Backend.all().stream().map(Backend::name).toList());
    for (ChosenDevice each : chosen.apart()) {
      var reservation = new DeviceReservation(killsStopped(each, news) ? KILL : Duration.ZERO);
      held.add(reservation.hold(each, () -> OWNER, own, news), FileLock::close);
    }
    int devices = chosen.devices().size();
    int compilers = WorkerLayout.of(chosen.backend(), devices).compileWorkers();
    return IntStream.range(0, devices)
        .mapToObj(
            i ->
                OfferedDevice.of(
                    chosen.backend(),
                    chosen.devices().get(i),
                    apart.strip(),
                    Math.max(1, (compilers + i) / devices)))
        .toList();
  }

  /**
   * Kills a stopped worker that holds a device. Its coordinator has lost or left it, and it cannot
   * notice the end of its pipe.
   *
   * @return whether the device will be free soon
   */
  private static boolean killsStopped(ChosenDevice device, Consumer<String> news) {
    Path lock =
        DeviceLock.file(DeviceLock.folder(System.getenv()), device.backend(), device.device());
    try {
      Optional<ProcessHandle> stopped =
          FileLock.look(lock)
              .flatMap(FileLock.Answer.Held::by)
              .filter(owner -> owner.run().equals(OWNER) && owner.host().equals(Host.name()))
              .filter(owner -> ProcessTable.isStopped(owner.pid()))
              .flatMap(owner -> ProcessHandle.of(owner.pid()));
      stopped.ifPresent(
          process ->
              news.accept(
                  "Killing process %d, a stopped worker (SIGSTOP) that holds device %s."
                      .formatted(process.pid(), device.device().id())));
      return stopped.filter(ProcessHandle::destroyForcibly).isPresent();
    } catch (IOException e) {
      return false; // The reservation gives the reason.
    }
  }

  private static Path usualFolder() {
    String cache = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
    return (cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache))
        .resolve("evo")
        .resolve("worker");
  }
}
