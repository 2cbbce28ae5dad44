package dev.evokernel.cli.bench;

import dev.evokernel.bench.score.Cores;
import dev.evokernel.bench.score.MeanwhileStudy;
import dev.evokernel.bench.score.ScoreTables;
import dev.evokernel.bench.score.Strategies;
import dev.evokernel.bench.score.Strategy;
import dev.evokernel.bench.score.TransferStudy;
import dev.evokernel.cli.options.Bounds;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench transfer}. */
@Command(
    name = "transfer",
    mixinStandardHelpOptions = true,
    description =
        "What the best configurations of one device are worth as initial configurations on another:"
            + " for every pair of recordings of one kernel, the search with them less the search"
            + " without. With --meanwhile, what searches at the same time gain from each other.")
final class BenchTransferCommand implements Callable<Integer> {

  @Mixin private BenchSpaces spaces = new BenchSpaces();
  @Mixin private BenchRuns runs = new BenchRuns();
  @Mixin private BenchOutput output = new BenchOutput();

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "3",
      description = "Configurations that are handed over (default: ${DEFAULT-VALUE}).")
  private int top = 3;

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      completionCandidates = StrategyNames.class,
      defaultValue = "full",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private String name = "full";

  @Option(
      names = "--meanwhile",
      description =
          "Search all recordings of a kernel at the same time, each taking over the others' best as"
              + " results come, as the runs of a mixed fleet do; each less itself alone.")
  private boolean meanwhile;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    return meanwhile ? together() : inTurn();
  }

  private int together() throws InterruptedException {
    Cores cores = spaces.cores();
    var study =
        MeanwhileStudy.of(
            runs.contest(cores, 1), runs.inFlight(), spaces.load(), runs.files(), cores);
    output.write(study, spec.commandLine().getOut());
    return 0;
  }

  private int inTurn() throws InterruptedException {
    Bounds.atLeast(1, "--top", top);
    Strategy strategy = Bounds.valid(() -> Strategies.named(name, runs.inFlight()));
    Cores cores = spaces.cores();
    var study = new TransferStudy(runs.contest(cores, 1), strategy, name, top, runs.files());
    output.write(
        study.of(spaces.load(), cores),
        ScoreTables::comparisons,
        runs.out(),
        spec.commandLine().getOut());
    return 0;
  }
}
