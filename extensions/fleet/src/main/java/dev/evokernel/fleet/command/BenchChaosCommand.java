package dev.evokernel.fleet.command;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cli.extension.ExtensionCommand;
import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.cli.terminal.Bounds;
import dev.evokernel.cli.terminal.News;
import dev.evokernel.fleet.chaos.ChaosFolder;
import dev.evokernel.fleet.chaos.ChaosPlan;
import dev.evokernel.fleet.chaos.ChaosReport;
import dev.evokernel.fleet.chaos.ChaosRun;
import dev.evokernel.fleet.chaos.ChaosSettings;
import dev.evokernel.report.text.AtomicFile;
import dev.evokernel.tuning.device.TemporaryFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench chaos}. */
@ExtensionCommand.Under("bench")
@Command(
    name = "chaos",
    description =
        "Injects faults into a run of a fleet, by a plan drawn from a random seed: kills and stops"
            + " workers, kills the coordinator, cuts the network. The result must equal that of an"
            + " undisturbed run. Processes, broker and TLS are real; the devices are simulated.",
    exitCodeList = {
      "0:both runs are equal",
      "1:the runs differ; the first difference is printed",
      "2:bad input, or the run hangs, or a process exited unexpectedly"
    })
public final class BenchChaosCommand implements Callable<Integer>, ExtensionCommand {

  /** Default number of evaluations for each fault. */
  private static final int USUAL = 8;

  private static final int LEAST = 60;

  @Option(
      names = "--kills",
      paramLabel = "N",
      description = "Faults, a fifth of each kind (default: ${DEFAULT-VALUE}).")
  private int kills = 20;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The random seed of the plan and of the search (default: ${DEFAULT-VALUE}).")
  private long seed = 42;

  @Option(
      names = "--hosts",
      paramLabel = "N",
      description = "Worker processes, with one device each (default: ${DEFAULT-VALUE}).")
  private int hosts = 3;

  @Option(
      names = "--evaluations",
      paramLabel = "N",
      description = "Evaluations of the run (default: 8 for each fault, and at least 60).")
  private @Nullable Integer evaluations;

  @Option(
      names = "--millis",
      paramLabel = "N",
      description =
          "Approximate milliseconds of an evaluation on a device (default: ${DEFAULT-VALUE}).")
  private int millis = 40;

  @Option(
      names = "--lost-after",
      paramLabel = "MILLIS",
      description =
          "Milliseconds of silence after which a host is lost (default: ${DEFAULT-VALUE}).")
  private int lostAfter = 1500;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description =
          "An empty folder that keeps results, workers' folders and logs. Without it, they are"
              + " deleted if the runs are equal.")
  private @Nullable Path folder;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Also writes the plan and the outcome to this file, as JSON.")
  private @Nullable Path out;

  @Mixin private FormatOption output = new FormatOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException, IOException {
    ChaosSettings settings =
        Bounds.valid(
            () ->
                new ChaosSettings(
                    kills,
                    seed,
                    hosts,
                    evaluations == null ? Math.max(LEAST, USUAL * kills) : evaluations,
                    millis,
                    lostAfter));
    Consumer<String> news = News.of(spec);
    Path own = folder == null ? Files.createTempDirectory("evo-chaos-") : folder;
    ChaosReport report;
    try {
      report = new ChaosRun(ChaosPlan.draw(settings), new ChaosFolder(own), news).run();
    } catch (EnvironmentException e) {
      news.accept("All files are in %s. Again: evo %s".formatted(own, settings.arguments()));
      throw e;
    }
    if (out != null) {
      AtomicFile.write(out, report.json());
    }
    output.print(spec, report);
    if (!report.isEqual()) {
      news.accept("All files are in " + own);
    } else if (folder == null) {
      new TemporaryFolder(own).close();
    }
    return report.isEqual() ? 0 : 1;
  }
}
