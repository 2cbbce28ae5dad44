package dev.evokernel.cli.bench;

import dev.evokernel.bench.SeedingBenchReport;
import dev.evokernel.bench.SeedingStudy;
import dev.evokernel.cli.options.Bounds;
import dev.evokernel.cli.options.JobOptions;
import dev.evokernel.cli.options.News;
import dev.evokernel.cli.options.OutOption;
import dev.evokernel.config.SeedingOptions;
import dev.evokernel.kernel.KernelFile;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.tuning.TemporaryFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench seeding}. */
@Command(
    name = "seeding",
    mixinStandardHelpOptions = true,
    description =
        "What seeds are worth: the same search with them and without, several times each, on a"
            + " kernel, or on a recording of one (a cache file of Kernel Tuner or a T4 file).")
final class BenchSeedingCommand implements Callable<Integer> {

  @Mixin private BenchOptions options = new BenchOptions();

  @Option(
      names = "--seeds-from",
      paramLabel = "FILE|RUN",
      split = ",",
      description =
          "A micro_best.json, a recording, the best of a run, or one candidate, RUN/NUMBER"
              + " (default: the leaderboard's best on the nearest shapes and devices).")
  private List<String> seedsFrom = List.of();

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "3",
      description = "How many seeds each of these gives at most (default: ${DEFAULT-VALUE}).")
  private int top = 3;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "10",
      description =
          "Runs with seeds, and as many without, each pair with a random seed of its own (default:"
              + " ${DEFAULT-VALUE}).")
  private int repeats = 10;

  @Option(
      names = "--evaluations",
      paramLabel = "N",
      defaultValue = "100",
      description = "Evaluations of each run, the seeds' included (default: ${DEFAULT-VALUE}).")
  private int evaluations = 100;

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      defaultValue = "results",
      description = "Where the leaderboard and the named runs are (default: ${DEFAULT-VALUE}).")
  private Path results = Path.of("results");

  @Mixin private OutOption out = new OutOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Bounds.atLeast(2, "--repeats", repeats);
    Bounds.atLeast(1, "--evaluations", evaluations);
    Bounds.atLeast(1, "--top", top);
    var sources = JobOptions.seeding(SeedingOptions.DEFAULT.withTop(top), seedsFrom);
    var study = new SeedingStudy(results, sources, repeats, evaluations, options.seed());
    Path subject = options.kernel();
    boolean recorded = Files.isRegularFile(subject) && !KernelFile.isYaml(subject);
    SeedingBenchReport report = recorded ? replayed(study, subject) : measured(study);
    out.print(spec, options.formatted(report::text, report::json, report::markdown), report.text());
    return 0;
  }

  private SeedingBenchReport replayed(SeedingStudy study, Path file) throws InterruptedException {
    options.requireNoDevice();
    String command = "./evo bench seeding %s --seed %d %s".formatted(file, options.seed(), words());
    return study.replay(file, command, News.of(spec));
  }

  private SeedingBenchReport measured(SeedingStudy study) throws InterruptedException {
    Consumer<String> news = News.of(spec);
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      RunSpec run =
          options.spec(new Budget(Budget.FOREVER, evaluations), temporary.folder().resolve("runs"));
      return study.measure(
          run,
          BenchOptions.subject(run),
          options.command("seeding", run, words()),
          options.reservation(),
          news);
    }
  }

  private String words() {
    return "%s--top %d --repeats %d --evaluations %d%s"
        .formatted(
            seedsFrom.isEmpty() ? "" : "--seeds-from " + String.join(",", seedsFrom) + " ",
            top,
            repeats,
            evaluations,
            results.equals(Path.of("results")) ? "" : " --results " + results);
  }
}
