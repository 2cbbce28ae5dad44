package dev.evokernel.cli.bench;

import dev.evokernel.bench.Stability;
import dev.evokernel.bench.StabilityReport;
import dev.evokernel.cli.options.Bounds;
import dev.evokernel.cli.options.News;
import dev.evokernel.cli.options.OutOption;
import dev.evokernel.cli.options.TimeConverter;
import dev.evokernel.config.Durations;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.tuning.TemporaryFolder;
import java.nio.file.Path;
import java.time.Duration;
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
        "How much chance there is in a run's result: the same search from many seeds, and then"
            + " all their winners measured against each other.")
final class BenchStabilityCommand implements Callable<Integer> {

  private static final long USUAL_EVALUATIONS = 100;

  @Mixin private BenchOptions options = new BenchOptions();

  @Option(
      names = {"-n", "--runs"},
      paramLabel = "N",
      defaultValue = "20",
      description = "Runs, each with a seed of its own (default: ${DEFAULT-VALUE}).")
  private int runs = 20;

  @Option(
      names = "--wall",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Time of each run in all.")
  private @Nullable Duration wall;

  @Option(
      names = "--evaluations",
      paramLabel = "N",
      description =
          "Evaluations of each run at most (default: "
              + USUAL_EVALUATIONS
              + ", unless --wall"
              + " bounds it).")
  private @Nullable Long evaluations;

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
    try (TemporaryFolder scratch = TemporaryFolder.make()) {
      Path place = results == null ? scratch.folder() : results;
      RunSpec run = options.spec(budget(), place);
      try (var _ = options.hold(run, news)) {
        Stability.Result result =
            new Stability(run, place, options.command("stability", run, bounds().strip()), news)
                .measure(runs);
        print(
            new StabilityReport(
                result,
                "%d runs of %s, %s each"
                    .formatted(runs, BenchOptions.subject(run), bounds().strip()),
                options.command("stability", run, "-n " + runs + bounds())));
      }
    }
    return 0;
  }

  private Budget budget() {
    return Bounds.valid(
        () ->
            new Budget(
                wall == null ? Budget.FOREVER : wall,
                evaluations != null
                    ? evaluations
                    : wall == null ? USUAL_EVALUATIONS : Budget.UNLIMITED));
  }

  private String bounds() {
    Budget budget = budget();
    return (wall == null ? "" : " --wall " + Durations.text(wall))
        + (budget.hasEvaluations() ? " --evaluations " + budget.evaluations() : "");
  }

  private void print(StabilityReport report) {
    String formatted = options.formatted(report::text, report::json, report::markdown);
    out.print(spec, formatted, report.text());
  }
}
