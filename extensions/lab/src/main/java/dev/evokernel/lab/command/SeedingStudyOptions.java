package dev.evokernel.lab.command;

import dev.evokernel.cli.options.JobOptions;
import dev.evokernel.cli.terminal.Bounds;
import dev.evokernel.config.options.SeedingOptions;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.lab.search.SeedingStudy;
import dev.evokernel.spec.Budget;
import dev.evokernel.tuning.device.BadInputException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Initial configurations of a seeding study, and the number of runs. */
public final class SeedingStudyOptions {

  @Option(
      names = "--seeds-from",
      paramLabel = "FILE|RUN",
      split = ",",
      description =
          "Source of configurations: a micro_best.json, a recording, a run's best, or a candidate"
              + " RUN/NUMBER (default: the leaderboard's best on the nearest shapes and devices).")
  private List<String> seedsFrom = List.of();

  @Option(
      names = "--top",
      paramLabel = "N",
      description =
          "Maximum number of configurations from each source (default: ${DEFAULT-VALUE}).")
  private int top = 3;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description =
          "Runs with initial configurations, and as many without; each pair has its own random seed"
              + " (default: ${DEFAULT-VALUE}).")
  private int repeats = 10;

  @Option(
      names = "--evaluations",
      paramLabel = "N",
      description =
          "Evaluations of each run, including the initial configurations (default:"
              + " ${DEFAULT-VALUE}).")
  private int evaluations = 100;

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      description = "Folder of the leaderboard and the named runs (default: ${DEFAULT-VALUE}).")
  private Path results = Path.of("results");

  /**
   * @throws BadInputException if an option is out of its bounds, or a named file is missing
   */
  public SeedingStudy study(long seed) {
    Bounds.atLeast(2, "--repeats", repeats);
    Bounds.atLeast(1, "--evaluations", evaluations);
    Bounds.atLeast(1, "--top", top);
    return new SeedingStudy(
        results,
        JobOptions.seeding(SeedingOptions.DEFAULT.withTop(top), seedsFrom),
        repeats,
        evaluations,
        seed);
  }

  public Budget budget() {
    return new Budget(Budget.FOREVER, evaluations);
  }

  /** Options that repeat the study on a command line. */
  public String words() {
    return "%s--top %d --repeats %d --evaluations %d%s"
        .formatted(
            seedsFrom.isEmpty()
                ? ""
                : "--seeds-from " + Printable.word(String.join(",", seedsFrom)) + " ",
            top,
            repeats,
            evaluations,
            results.equals(Path.of("results")) ? "" : " --results " + Printable.word(results));
  }
}
