package dev.evokernel.lab.command;

import module java.base;

import dev.evokernel.cli.options.JobOptions;
import dev.evokernel.cli.options.OutOption;
import dev.evokernel.cli.terminal.Bounds;
import dev.evokernel.cli.terminal.News;
import dev.evokernel.config.options.SeedingOptions;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.lab.search.SeedingBenchReport;
import dev.evokernel.lab.search.SeedingStudy;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.TemporaryFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench seeding}. */
@Command(
    name = "seeding",
    description =
        "Measures the value of initial configurations: the same search with and without them,"
            + " several times each, on a kernel or on a recording (a cache file of Kernel Tuner or"
            + " a T4 file).")
final class BenchSeedingCommand implements Callable<Integer> {

  @Mixin private BenchOptions options = new BenchOptions();

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

  @Mixin private OutOption out = new OutOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    SeedingStudy study = study();
    Path subject = options.kernel();
    boolean recorded = Files.isRegularFile(subject) && !KernelFile.isYaml(subject);
    SeedingBenchReport report = recorded ? replayed(study, subject) : measured(study);
    out.print(spec, options.output().formatted(report), report.text());
    return 0;
  }

  private SeedingBenchReport replayed(SeedingStudy study, Path file) throws InterruptedException {
    options.requireNoDevice();
    String command =
        Launcher.command(
            "bench seeding %s --seed %d %s"
                .formatted(Launcher.path(file), options.seed(), words()));
    return study.replay(file, command, News.of(spec));
  }

  private SeedingBenchReport measured(SeedingStudy study) throws InterruptedException {
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      RunSpec run =
          options.spec(new Budget(Budget.FOREVER, evaluations), temporary.folder().resolve("runs"));
      return study.measure(
          run,
          BenchOptions.subject(run),
          options.command("seeding", run, words()),
          options.reservation(),
          News.of(spec));
    }
  }

  /**
   * @throws BadInputException if an option is out of its bounds, or a named file is missing
   */
  private SeedingStudy study() {
    Bounds.atLeast(2, "--repeats", repeats);
    Bounds.atLeast(1, "--evaluations", evaluations);
    Bounds.atLeast(1, "--top", top);
    return new SeedingStudy(
        results,
        JobOptions.seeding(SeedingOptions.DEFAULT.withTop(top), seedsFrom),
        repeats,
        evaluations,
        options.seed());
  }

  /** Options that repeat the study on a command line. */
  private String words() {
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
