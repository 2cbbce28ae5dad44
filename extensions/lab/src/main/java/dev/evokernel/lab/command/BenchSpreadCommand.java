package dev.evokernel.lab.command;

import dev.evokernel.cli.terminal.Bounds;
import dev.evokernel.cli.terminal.News;
import dev.evokernel.lab.measure.RatioSpread;
import dev.evokernel.lab.measure.RatioSpreadReport;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench spread}. */
@Command(
    name = "spread",
    description =
        "Measures the spread of a speed-up and its causes: the default and the champion of a short"
            + " run are measured repeatedly under conditions that differ in one thing.")
final class BenchSpreadCommand implements Callable<Integer> {

  @Mixin private BenchOptions options = new BenchOptions();

  @Option(
      names = {"-n", "--repetitions"},
      paramLabel = "N",
      description = "Measurements under each condition (default: ${DEFAULT-VALUE}).")
  private int repetitions = 8;

  @Mixin private StabilityBudgetOptions budget = new StabilityBudgetOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Bounds.atLeast(2, "--repetitions", repetitions);
    RatioSpreadReport report =
        options.measure(
            spec,
            budget.budget(),
            null,
            (run, _) ->
                new RatioSpreadReport(
                    new RatioSpread(run, News.of(spec)).measure(repetitions),
                    BenchOptions.subject(run),
                    options.command("spread", run, "-n " + repetitions + " " + budget.words())));
    options.output().print(spec, report);
    return 0;
  }
}
