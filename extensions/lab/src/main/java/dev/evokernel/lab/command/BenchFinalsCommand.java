package dev.evokernel.lab.command;

import module java.base;

import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.cli.terminal.Bounds;
import dev.evokernel.cli.terminal.News;
import dev.evokernel.cli.terminal.TimeConverter;
import dev.evokernel.lab.measure.FinalsStudy;
import dev.evokernel.lab.measure.FinalsStudyReport;
import dev.evokernel.simulation.SimulatedPace;
import dev.evokernel.spec.Budget;
import dev.evokernel.tuning.device.TemporaryFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench finals}. */
@Command(
    name = "finals",
    description =
        "Measures the time of a short run outside the search, on one device and on several. The"
            + " kernel is simulated; its devices take as long as real ones.")
final class BenchFinalsCommand implements Callable<Integer> {

  private static final Duration USUAL = Duration.ofSeconds(60);

  @Option(
      names = "--devices",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,2,4",
      description = "Number of devices of each run (default: ${DEFAULT-VALUE}).")
  private List<Integer> devices = List.of(1, 2, 4);

  @Option(
      names = "--wall",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Wall time of each run (default: 60s, unless --evaluations is given).")
  private @Nullable Duration wall;

  @Option(names = "--evaluations", paramLabel = "N", description = "Evaluations of each run.")
  private @Nullable Long evaluations;

  @Option(
      names = "--shapes",
      paramLabel = "N",
      description = "Shapes of the kernel, from 1 to 16 (default: ${DEFAULT-VALUE}).")
  private int shapes = 4;

  @Option(
      names = "--baselines",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      defaultValue = "10s",
      description =
          "Start-up time of the baselines in the finals; 0s for no baselines (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration baselines = Duration.ofSeconds(10);

  @Mixin private FormatOption output = new FormatOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException, IOException {
    for (int count : devices) {
      Bounds.between(1, 64, "--devices", count);
    }
    Bounds.between(1, 16, "--shapes", shapes);
    if (evaluations != null) {
      Bounds.atLeast(20, "--evaluations", evaluations);
    }
    Duration most = wall != null ? wall : evaluations == null ? USUAL : Budget.FOREVER;
    var settings =
        new FinalsStudy.Settings(
            devices,
            new Budget(most, evaluations == null ? Budget.UNLIMITED : evaluations),
            shapes,
            SimulatedPace.USUAL.withBaselines(baselines));
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      List<FinalsStudy.Row> rows =
          new FinalsStudy(settings, temporary.folder(), News.of(spec)).measure();
      output.print(spec, new FinalsStudyReport(settings, rows));
    }
    return 0;
  }
}
