package dev.evokernel.cli.bench;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.bench.chaos.ChaosPlan;
import dev.evokernel.bench.chaos.ChaosReport;
import dev.evokernel.bench.chaos.ChaosResult;
import dev.evokernel.bench.chaos.ChaosRun;
import dev.evokernel.bench.chaos.ChaosSettings;
import dev.evokernel.cli.options.Bounds;
import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.cli.options.News;
import dev.evokernel.report.AtomicFile;
import dev.evokernel.tuning.TemporaryFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench chaos}. */
@Command(
    name = "chaos",
    mixinStandardHelpOptions = true,
    description =
        "Strikes a run of a fleet by a plan drawn from a random seed: kills and stops its workers,"
            + " kills its coordinator, cuts its network. The result must be that of a run that is"
            + " not struck. Processes, broker and TLS are real; what a device answers follows from"
            + " the configuration.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:everything is equal",
      "1:something differs; the first difference is printed",
      "2:bad input, or the run hangs, or one of its processes ended by itself"
    })
final class BenchChaosCommand implements Callable<Integer> {

  /** Evaluations for each stroke, unless a number is given. */
  private static final int USUAL = 8;

  private static final int LEAST = 60;

  @Option(
      names = "--kills",
      paramLabel = "N",
      defaultValue = "20",
      description = "Strokes, a fifth of each kind (default: ${DEFAULT-VALUE}).")
  private int kills = 20;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "42",
      description = "The random seed of the plan and of the search (default: ${DEFAULT-VALUE}).")
  private long seed = 42;

  @Option(
      names = "--hosts",
      paramLabel = "N",
      defaultValue = "3",
      description = "Worker processes, with one device each (default: ${DEFAULT-VALUE}).")
  private int hosts = 3;

  @Option(
      names = "--evaluations",
      paramLabel = "N",
      description = "How long the run is (default: 8 for each stroke, and at least 60).")
  private @Nullable Integer evaluations;

  @Option(
      names = "--millis",
      paramLabel = "N",
      defaultValue = "40",
      description =
          "Milliseconds that an evaluation takes on a device, about (default: ${DEFAULT-VALUE}).")
  private int millis = 40;

  @Option(
      names = "--lost-after",
      paramLabel = "MILLIS",
      defaultValue = "1500",
      description =
          "Milliseconds of silence after which a host is lost (default: ${DEFAULT-VALUE}).")
  private int lostAfter = 1500;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description =
          "An empty folder in which everything stays: results, workers' folders, logs. Without it"
              + " everything is deleted where nothing differs.")
  private @Nullable Path folder;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Also write the plan and its outcome there, as JSON.")
  private @Nullable Path out;

  @Mixin private FormatOption format = new FormatOption();
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
    ChaosResult result;
    try {
      result = new ChaosRun(ChaosPlan.draw(settings), own, ChaosProcess::command, news).run();
    } catch (EnvironmentException e) {
      news.accept("Everything is in %s. Again: evo %s".formatted(own, settings.arguments()));
      throw e;
    }
    var report = new ChaosReport(result);
    if (out != null) {
      AtomicFile.write(out, report.json());
    }
    PrintWriter printed = spec.commandLine().getOut();
    printed.print(format.choose(report::text, report::json, report::markdown));
    printed.flush();
    if (!result.isEqual()) {
      news.accept("Everything is in " + own);
    } else if (folder == null) {
      new TemporaryFolder(own).close();
    }
    return result.isEqual() ? 0 : 1;
  }
}
