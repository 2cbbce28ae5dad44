package dev.evokernel.cli.bench;

import dev.evokernel.bench.study.Stability;
import dev.evokernel.bench.study.StabilityReport;
import dev.evokernel.cli.options.Bounds;
import dev.evokernel.cli.options.News;
import dev.evokernel.cli.options.OutOption;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.tuning.TemporaryFolder;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench stability}. */
@Command(
    name = "stability",
    mixinStandardHelpOptions = true,
    description =
        "How much chance there is in a run's result: the same search from many random"
            + " seeds, and then all their champions measured against each other.")
final class BenchStabilityCommand implements Callable<Integer> {

  @Mixin private BenchOptions options = new BenchOptions();

  @Option(
      names = {"-n", "--runs"},
      paramLabel = "N",
      defaultValue = "20",
      description = "Runs, each with a random seed of its own (default: ${DEFAULT-VALUE}).")
  private int runs = 20;

  @Mixin private StabilityBudgetOptions budget = new StabilityBudgetOptions();

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      description =
          "Where the runs stay, each in a folder of its own (default: nowhere). Those of the same"
              + " search that are there already count, so a bench that was stopped goes on.")
  private @Nullable Path results;

  @Mixin private OutOption out = new OutOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Bounds.atLeast(2, "--runs", runs);
    Consumer<String> news = News.of(spec);
    String bounds = budget.words();
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      Path place = results == null ? temporary.folder() : results;
      RunSpec run = options.spec(budget.budget(), place);
      try (var _ = options.hold(run, news)) {
        Stability.Result result =
            new Stability(run, place, options.command("stability", run, bounds), news)
                .measure(runs);
        print(
            new StabilityReport(
                result,
                "%d runs of %s, %s each".formatted(runs, BenchOptions.subject(run), bounds),
                options.command("stability", run, "-n " + runs + " " + bounds)));
      }
    }
    return 0;
  }

  private void print(StabilityReport report) {
    String formatted = options.formatted(report::text, report::json, report::markdown);
    out.print(spec, formatted, report.text());
  }
}
