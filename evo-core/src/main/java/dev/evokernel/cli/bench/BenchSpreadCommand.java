package dev.evokernel.cli.bench;

import dev.evokernel.bench.study.RatioSpread;
import dev.evokernel.bench.study.RatioSpreadReport;
import dev.evokernel.cli.options.Bounds;
import dev.evokernel.cli.options.News;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.tuning.TemporaryFolder;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench spread}. */
@Command(
    name = "spread",
    mixinStandardHelpOptions = true,
    description =
        "How far a speed-up moves from measurement to measurement, and what moves it: the default"
            + " and the champion of a short run are measured again under conditions that differ in"
            + " one thing.")
final class BenchSpreadCommand implements Callable<Integer> {

  @Mixin private BenchOptions options = new BenchOptions();

  @Option(
      names = {"-n", "--repetitions"},
      paramLabel = "N",
      defaultValue = "8",
      description = "Measurements under each condition (default: ${DEFAULT-VALUE}).")
  private int repetitions = 8;

  @Mixin private StabilityBudgetOptions budget = new StabilityBudgetOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Bounds.atLeast(2, "--repetitions", repetitions);
    Consumer<String> news = News.of(spec);
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      RunSpec run = options.spec(budget.budget(), temporary.folder());
      try (var _ = options.hold(run, news)) {
        var report =
            new RatioSpreadReport(
                new RatioSpread(run, news).measure(repetitions),
                BenchOptions.subject(run),
                options.command("spread", run, "-n " + repetitions + " " + budget.words()));
        options.print(spec.commandLine().getOut(), report::text, report::json, report::markdown);
      }
    }
    return 0;
  }
}
