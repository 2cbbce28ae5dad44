package dev.evokernel.fleet.command;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cli.options.Bounds;
import dev.evokernel.cli.options.ExtensionCommand;
import dev.evokernel.fleet.host.HostServer;
import dev.evokernel.fleet.host.LentDevices;
import dev.evokernel.fleet.wire.FromHost;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.spec.Host;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.EvoVersion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code evo worker}. */
@Command(
    name = "worker",
    description =
        "Lends this host's devices to the runs of a coordinator (evo run --fleet): compiles,"
            + " verifies and times configurations. A launch line of the run starts it and holds its"
            + " standard streams; it ends with them.",
    exitCodeList = {
      "0:the coordinator has ended",
      "2:bad input, or a device is in use",
      "130:interrupted (143 by SIGTERM)"
    })
public final class WorkerCommand implements Callable<Integer>, ExtensionCommand {

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
          "evo worker talks to a coordinator over its standard streams. Start it by a launch line: evo run --fleet 'ssh %s evo worker'."
              .formatted(host));
    }
    // The pipe is the standard output; whatever else prints goes to standard error.
    var out = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err);
    Path own = folder == null ? usualFolder() : folder;
    PrintWriter news = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    try (var devices = LentDevices.hold(device, apart.strip(), own, news::println);
        var server = new HostServer(own, new FileInputStream(FileDescriptor.in), out)) {
      server.serve(new FromHost.Hello(host, devices.offered()), EvoVersion.text());
    } catch (IOException e) {
      throw new EnvironmentException("The pipe to the coordinator broke: " + e.getMessage(), e);
    }
    return 0;
  }

  private static Path usualFolder() {
    String cache = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
    return (cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache))
        .resolve("evo")
        .resolve("worker");
  }
}
