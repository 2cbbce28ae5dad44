package dev.evokernel.lab.command;

import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.cli.terminal.Bounds;
import dev.evokernel.lab.score.MeanwhileStudy;
import dev.evokernel.lab.score.ScoreTables;
import dev.evokernel.lab.score.Strategies;
import dev.evokernel.lab.score.Strategy;
import dev.evokernel.lab.score.TransferStudy;
import dev.evokernel.lab.score.record.Cores;
import dev.evokernel.surrogate.RelatedOutput;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench transfer}. */
@Command(
    name = "transfer",
    description =
        "Measures the value of one device's measurements for a search on another device: for every"
            + " pair of recordings of one kernel, the score with them less the score without. With --meanwhile: the gain of concurrent searches from each"
            + " other.")
final class BenchTransferCommand implements Callable<Integer> {

  @Mixin private BenchSpaces spaces = new BenchSpaces();
  @Mixin private BenchRuns runs = new BenchRuns();
  @Mixin private FormatOption output = new FormatOption();

  @Option(
      names = "--given",
      paramLabel = "WHAT",
      description =
          "What a search is given: all measurements of one other device (each) or of all others"
              + " (all), which its model learns from; those of one with the times shuffled"
              + " (shuffled); or the best configurations of one, to begin with (top). Default:"
              + " ${DEFAULT-VALUE}.")
  private TransferStudy.Given given = TransferStudy.Given.EACH;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Number of configurations with --given top (default: ${DEFAULT-VALUE}).")
  private int top = 3;

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      completionCandidates = StrategyNames.class,
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private String name = "full";

  @Option(
      names = "--meanwhile",
      description =
          "Searches all recordings of a kernel concurrently, each taking over the others' best as"
              + " in a mixed fleet, and compares each search with a separate one.")
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
    output.print(spec, study);
    return 0;
  }

  private int inTurn() throws InterruptedException {
    Bounds.atLeast(1, "--top", top);
    Function<List<RelatedOutput>, Strategy> strategy =
        related -> Bounds.valid(() -> Strategies.named(name, runs.inFlight(), related));
    Cores cores = spaces.cores();
    var study = new TransferStudy(runs.contest(cores, 1), strategy, name, given, top, runs.files());
    ScoreTables tables = study.of(spaces.load(), cores);
    tables.write(runs.out());
    output.print(spec, tables);
    return 0;
  }
}
