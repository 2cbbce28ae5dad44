package dev.evokernel.lab.command;

import dev.evokernel.cli.options.SeedOption;
import dev.evokernel.cli.terminal.Bounds;
import dev.evokernel.lab.score.RepeatedRuns;
import dev.evokernel.lab.score.record.Cores;
import dev.evokernel.lab.score.record.TraceFiles;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Number of runs of a search, and the folder of their traces. */
final class BenchRuns {

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description =
          "Folder for the traces (<strategy>/<space>/<run>.jsonl), scores.json, scores.md and"
              + " chart.html.")
  private Path out = Path.of("");

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description = "Runs on each space (default: ${DEFAULT-VALUE}).")
  private int repeats = 25;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      description =
          "Evaluations under way at once; results reach the search that much later (default:"
              + " ${DEFAULT-VALUE}).")
  private int inFlight = 1;

  @Mixin private SeedOption seed = new SeedOption();

  /**
   * @param budgetFactor multiple of a space's budget that a run may spend
   */
  RepeatedRuns contest(Cores cores, int budgetFactor) {
    return Bounds.valid(() -> new RepeatedRuns(repeats, budgetFactor, seed(), cores));
  }

  TraceFiles files() {
    return new TraceFiles(out);
  }

  Path out() {
    return out;
  }

  long seed() {
    return seed.seed();
  }

  int inFlight() {
    return inFlight;
  }
}
