package dev.evokernel.fleet.command;

import module java.base;

import dev.evokernel.cli.options.Bounds;
import dev.evokernel.cli.options.ExtensionCommand;
import dev.evokernel.fleet.session.LentDevices;
import dev.evokernel.fleet.tls.TlsFolder;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetCodec;
import dev.evokernel.fleet.worker.FleetWorker;
import dev.evokernel.fleet.worker.WorkerSettings;
import dev.evokernel.spec.Host;
import dev.evokernel.tuning.device.EvoVersion;
import dev.evokernel.tuning.device.Interruption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo worker}. */
@Command(
    name = "worker",
    description =
        "Lends this host's devices to the runs of a coordinator (evo run --fleet): compiles,"
            + " verifies and times configurations.",
    exitCodeList = {
      "0:with --once, the run has ended",
      "2:bad input, or the coordinator refuses this worker",
      "130:interrupted (143 by SIGTERM)"
    })
public final class WorkerCommand implements Callable<Integer>, ExtensionCommand {

  @Option(
      names = "--join",
      required = true,
      paramLabel = "URL",
      description =
          "The coordinator's address as evo run --fleet prints it, for example"
              + " evo://10.0.0.5:9465.")
  private String join = "";

  @Option(
      names = "--tls",
      paramLabel = "FOLDER",
      description =
          "The folder of this worker's certificates (see: evo fleet certificates); required unless"
              + " the coordinator is on this machine.")
  private @Nullable Path tls;

  @Option(
      names = "--secret",
      paramLabel = "FILE",
      description =
          "The file of the fleet's secret, which a coordinator without certificates names when it"
              + " starts (default: found, if the coordinator is of this user on this machine).")
  private @Nullable Path secret;

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
          "The worker's own folder, for files, binaries and undelivered results (default:"
              + " evo-worker/HOST). Each worker needs its own.")
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

  @Option(names = "--once", description = "Ends after the first run of this worker.")
  private boolean once;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    FleetAddress coordinator = Bounds.valid(() -> FleetAddress.of(join));
    String host =
        Bounds.valid(() -> FleetCodec.requireName("--name", name == null ? Host.name() : name));
    Path own = folder == null ? Path.of("evo-worker", host) : folder;
    var settings =
        new WorkerSettings(
            coordinator,
            Optional.ofNullable(tls).map(files -> TlsFolder.worker(files, Instant.now())),
            Optional.ofNullable(secret),
            own,
            host,
            once);
    try (var devices =
        LentDevices.hold(device, apart.strip(), coordinator.url(), own, line -> say(out, line))) {
      say(
          out,
          "This worker executes kernels, references and build commands from the coordinator at %s, as user %s, on %s, in %s."
              .formatted(
                  coordinator,
                  System.getProperty("user.name"),
                  devices.text(),
                  own.toAbsolutePath().normalize()));
      try (var worker =
              new FleetWorker(
                  settings, devices.offered(), EvoVersion.text(), line -> say(out, line));
          var _ = new Interruption(worker::stop)) {
        worker.run();
      }
    }
    return 0;
  }

  private static synchronized void say(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }
}
