package dev.evokernel.fleet.command;

import module java.base;

import dev.evokernel.cli.extension.ExtensionCommand;
import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.cli.terminal.Bounds;
import dev.evokernel.cli.terminal.News;
import dev.evokernel.comparison.Concurrently;
import dev.evokernel.fleet.coordinator.Coordinator;
import dev.evokernel.fleet.scale.ScaleReport;
import dev.evokernel.fleet.scale.ScaleStudy;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.fleet.worker.FleetWorker;
import dev.evokernel.simulation.SimulatedRun;
import dev.evokernel.tuning.device.EvoVersion;
import dev.evokernel.tuning.device.TemporaryFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench scale}. */
@ExtensionCommand.Under("bench")
@Command(
    name = "scale",
    description =
        "Measures the cost of the coordinator in a long run: time of a proposal, memory, size of"
            + " the database, finals and resume. The kernel and its device are simulated and answer"
            + " at once.")
public final class BenchScaleCommand implements Callable<Integer>, ExtensionCommand {

  private static final List<Integer> STAGES = List.of(1000, 5000, 20_000, 50_000);

  @Option(
      names = "--evaluations",
      paramLabel = "N",
      description = "Evaluations of the run (default: ${DEFAULT-VALUE}).")
  private int evaluations = 20_000;

  @Option(
      names = "--shapes",
      paramLabel = "N",
      description = "Shapes of the kernel, from 1 to 16 (default: ${DEFAULT-VALUE}).")
  private int shapes = 4;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "Samples in each measurement (default: ${DEFAULT-VALUE}).")
  private int samples = 20;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      description = "Evaluations under way at once (default: ${DEFAULT-VALUE}).")
  private int inFlight = 16;

  @Option(
      names = "--portfolio",
      description = "Searches for a configuration for each shape instead of one for all shapes.")
  private boolean portfolio;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The random seed of the search (default: ${DEFAULT-VALUE}).")
  private long seed = 42;

  @Option(
      names = "--listen",
      paramLabel = "URL",
      description =
          "Uses the devices of a fleet through a broker at this address, such as"
              + " evo://127.0.0.1:9465. Another process joins the devices (--join).")
  private @Nullable String listen;

  @Option(
      names = "--join",
      paramLabel = "URL",
      description = "Joins simulated devices to the fleet at this address until it ends.")
  private @Nullable String join;

  @Option(
      names = "--devices",
      paramLabel = "N",
      description = "With --join: simulated devices, eight to a host (default: ${DEFAULT-VALUE}).")
  private int devices = 64;

  @Option(
      names = "--millis",
      paramLabel = "N",
      description =
          "With --join: milliseconds of an evaluation on a device (default: ${DEFAULT-VALUE}).")
  private int millis = 1000;

  @Mixin private FormatOption output = new FormatOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException, IOException {
    Bounds.atLeast(20, "--evaluations", evaluations);
    Bounds.between(1, 16, "--shapes", shapes);
    Bounds.atLeast(1, "--samples", samples);
    Bounds.atLeast(1, "--in-flight", inFlight);
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      var run = new SimulatedRun(shapes, samples, inFlight, portfolio, seed, temporary.folder());
      if (join == null) {
        measure(run);
      } else {
        join(run, join);
      }
    }
    return 0;
  }

  private void measure(SimulatedRun run) throws InterruptedException, IOException {
    List<Integer> stages =
        Stream.concat(STAGES.stream().filter(stage -> stage < evaluations), Stream.of(evaluations))
            .toList();
    try (Coordinator coordinator = listen == null ? null : coordinator(listen)) {
      var study = new ScaleStudy(run, stages, Optional.ofNullable(coordinator), News.of(spec));
      output.print(spec, new ScaleReport(run, study.measure()));
    }
  }

  private Coordinator coordinator(String url) {
    FleetAddress address = Bounds.valid(() -> FleetAddress.of(url));
    return Coordinator.start(
        Bounds.valid(() -> new FleetSettings(address, Optional.empty())),
        EvoVersion.text(),
        News.of(spec));
  }

  private void join(SimulatedRun run, String url) throws InterruptedException {
    Bounds.atLeast(1, "--devices", devices);
    Bounds.atLeast(0, "--millis", millis);
    FleetAddress address = Bounds.valid(() -> FleetAddress.of(url));
    List<FleetWorker> hosts =
        ScaleStudy.hosts(run, address, EvoVersion.text(), devices, Duration.ofMillis(millis));
    var _ = Concurrently.all(hosts.stream().map(BenchScaleCommand::working).toList());
  }

  /** Joins a host until the coordinator ends. */
  private static Callable<Boolean> working(FleetWorker host) {
    return () -> {
      try (host) {
        host.runOnce();
        return true;
      }
    };
  }
}
