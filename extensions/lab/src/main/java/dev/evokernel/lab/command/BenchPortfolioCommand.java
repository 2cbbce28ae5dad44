package dev.evokernel.lab.command;

import module java.base;

import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.cli.options.SeedOption;
import dev.evokernel.cli.terminal.Bounds;
import dev.evokernel.lab.score.PortfolioStudy;
import dev.evokernel.stats.objective.PortfolioSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench portfolio}. */
@Command(
    name = "portfolio",
    description =
        "Measures the loss of a search for a set of configurations against a search of each shape"
            + " alone. Recordings of one kernel on several devices stand for its shapes.")
final class BenchPortfolioCommand implements Callable<Integer> {

  @Mixin private BenchSpaces spaces = new BenchSpaces();

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description = "Runs of each search (default: ${DEFAULT-VALUE}).")
  private int repeats = 10;

  @Option(
      names = "--evaluations",
      paramLabel = "N",
      split = ",",
      defaultValue = "60,150",
      description = "Evaluations of each separate search (default: ${DEFAULT-VALUE}).")
  private List<Integer> evaluations = new ArrayList<>();

  @Option(
      names = "--share",
      paramLabel = "SHARE",
      description =
          "Share of the separate searches' total evaluations that each other search gets (default:"
              + " ${DEFAULT-VALUE}).")
  private double share = 0.3333;

  @Option(
      names = "--overhead",
      paramLabel = "COST",
      split = ",",
      defaultValue = "1",
      description =
          "Cost of compiling and verifying a configuration in the search for a set, in timings on"
              + " one shape (default: ${DEFAULT-VALUE}).")
  private List<Double> overheads = new ArrayList<>();

  @Mixin private SeedOption seed = new SeedOption();
  @Mixin private FormatOption output = new FormatOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Bounds.atLeast(1, "--repeats", repeats);
    evaluations.forEach(each -> Bounds.atLeast(1, "--evaluations", each));
    var study =
        new PortfolioStudy(
            repeats, seed.seed(), evaluations, share, overheads, PortfolioSettings.DEFAULT);
    output.print(spec, study.of(spaces.load(), spaces.cores()));
    return 0;
  }
}
