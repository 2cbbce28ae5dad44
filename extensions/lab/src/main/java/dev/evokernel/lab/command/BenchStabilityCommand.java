package dev.evokernel.lab.command;

import dev.evokernel.cli.options.OutOption;
import dev.evokernel.cli.terminal.Bounds;
import dev.evokernel.cli.terminal.News;
import dev.evokernel.lab.measure.Stability;
import dev.evokernel.lab.measure.StabilityReport;
import dev.evokernel.spec.RunSpec;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench stability}. */
@Command(
    name = "stability",
    description =
        "Measures the influence of chance on a run's result: the same search with many random"
            + " seeds, followed by a comparison of all champions.")
final class BenchStabilityCommand implements Callable<Integer> {

  @Mixin private BenchOptions options = new BenchOptions();

  @Option(
      names = {"-n", "--runs"},
      paramLabel = "N",
      description = "Runs, each with a random seed of its own (default: ${DEFAULT-VALUE}).")
  private int runs = 20;

  @Mixin private StabilityBudgetOptions budget = new StabilityBudgetOptions();

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      description =
          "Keeps the runs here, each in its own folder (default: not kept). Existing runs of the"
              + " same search are reused, so an interrupted bench continues.")
  private @Nullable Path results;

  @Mixin private OutOption out = new OutOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Bounds.atLeast(2, "--runs", runs);
    StabilityReport report = options.measure(spec, budget.budget(), results, this::measure);
    out.print(spec, options.output().formatted(report), report.text());
    return 0;
  }

  private StabilityReport measure(RunSpec run, Path folder) throws InterruptedException {
    String bounds = budget.words();
    String searches = options.command("stability", run, bounds);
    return new StabilityReport(
        new Stability(run, folder, searches, News.of(spec)).measure(runs),
        "%d runs of %s, %s each".formatted(runs, BenchOptions.subject(run), bounds),
        options.command("stability", run, "-n " + runs + " " + bounds));
  }
}
