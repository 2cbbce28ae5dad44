package dev.evokernel.cli;

import static dev.evokernel.cli.News.say;

import dev.evokernel.bench.RecordedSpace;
import dev.evokernel.bench.SeededRuns;
import dev.evokernel.bench.SeedingBenchReport;
import dev.evokernel.bench.SeedingLift;
import dev.evokernel.bench.SeedingTrials;
import dev.evokernel.bench.Strategies;
import dev.evokernel.bench.Strategy;
import dev.evokernel.config.SeedSources;
import dev.evokernel.config.SeedingOptions;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.replay.Recording;
import dev.evokernel.replay.RecordingReader;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.seeding.InitialDesign;
import dev.evokernel.seeding.NearestResults;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.SeedingSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.StoredInitialConfiguration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
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
    requireAtLeast("--repeats", repeats, 2);
    requireAtLeast("--evaluations", evaluations, 1);
    requireAtLeast("--top", top, 1);
    Path subject = options.kernel();
    boolean recorded =
        Files.isRegularFile(subject) && !subject.toString().matches(".*\\.(yaml|yml)");
    try (TemporaryFolder scratch = TemporaryFolder.make()) {
      SeedingBenchReport report = recorded ? replayed(subject, scratch) : measured(scratch);
      String formatted = options.formatted(report::text, report::json, report::markdown);
      out.print(spec, formatted, report.text());
    }
    return 0;
  }

  private static void requireAtLeast(String option, int value, int least) {
    if (value < least) {
      throw new BadInputException("%s is at least %d, not %d.".formatted(option, least, value));
    }
  }

  private SeedingBenchReport replayed(Path file, TemporaryFolder scratch)
      throws InterruptedException {
    options.requireNoDevice();
    Recording recording = RecordingReader.read(file);
    var backend = ReplayBackend.of(file, file);
    Kernel kernel = backend.kernel();
    String model = backend.devices().getFirst().model();
    RecordedSpace space = RecordedSpace.of(Recording.stem(file), List.of(), recording);
    var founders =
        new InitialDesign(
            space.space(), kernel.defaultConfiguration(), new SplittableRandom(options.seed()));
    suggestions(
            kernel,
            new NearestResults(
                kernel.name(), ReplayBackend.NAME, model, Optional.empty(), kernel.shapes()),
            scratch)
        .forEach(founders::suggest);
    List<StoredInitialConfiguration> settled = founders.all();
    requireSome(settled.stream().anyMatch(StoredInitialConfiguration::used));
    List<InitialConfiguration> alone =
        InitialDesign.generation(kernel.defaultConfiguration(), List.of());
    List<InitialConfiguration> seeded =
        InitialDesign.generation(kernel.defaultConfiguration(), settled);
    Strategy strategy = Strategies.named("full", 1);
    SeedingLift lift =
        SeedingTrials.hold(
            repeats,
            evaluations,
            options.seed(),
            (number, isSeeded) ->
                SeedingTrials.replay(
                    space,
                    strategy,
                    options.seed() + number,
                    isSeeded ? seeded : alone,
                    evaluations));
    return new SeedingBenchReport(
        lift,
        settled,
        "%d runs with seeds and %d without of %s on %s, %d evaluations each, seed %d"
            .formatted(repeats, repeats, kernel.name(), model, evaluations, options.seed()),
        "./evo bench seeding %s --seed %d %s".formatted(file, options.seed(), words()));
  }

  private SeedingBenchReport measured(TemporaryFolder scratch) throws InterruptedException {
    Path place = scratch.folder().resolve("runs");
    RunSpec plan = options.plan(new Budget(Budget.FOREVER, evaluations), place);
    List<InitialConfiguration> suggestions =
        suggestions(
            plan.kernel(),
            new NearestResults(
                plan.kernel().name(),
                plan.backend().name(),
                plan.device().model(),
                Optional.empty(),
                plan.shapes()),
            scratch);
    requireSome(!suggestions.isEmpty());
    try (var _ = options.hold(plan, spec.commandLine().getErr())) {
      var runs = new SeededRuns(plan, new SeedingSpec(suggestions, 0, 0), place);
      SeedingLift lift =
          SeedingTrials.hold(
              repeats,
              evaluations,
              options.seed(),
              (number, isSeeded) -> {
                say(
                    spec.commandLine().getErr(),
                    "run %d of %d %s seeds"
                        .formatted(number, repeats, isSeeded ? "with" : "without"));
                return runs.course(number, isSeeded);
              });
      return new SeedingBenchReport(
          lift,
          runs.settled(),
          "%d runs with seeds and %d without of %s, %d evaluations each"
              .formatted(repeats, repeats, BenchOptions.subject(plan), evaluations),
          options.command("seeding", plan, words()));
    }
  }

  private List<InitialConfiguration> suggestions(
      Kernel kernel, NearestResults nearest, TemporaryFolder scratch) {
    Path file = results.resolve(ResultStore.FILE_NAME);
    try (ResultStore store =
        Files.exists(file)
            ? ResultStore.openReadOnly(file)
            : ResultStore.open(scratch.folder().resolve(ResultStore.FILE_NAME))) {
      if (seedsFrom.isEmpty()) {
        Configuration defaultConfiguration = kernel.defaultConfiguration();
        return nearest.configurations(store).stream()
            .filter(seed -> !seed.configuration().equals(defaultConfiguration))
            .limit(top)
            .toList();
      }
      SeedSources.Found found =
          SeedSources.read(
              JobOptions.seeding(SeedingOptions.DEFAULT.withTop(top), seedsFrom),
              kernel,
              nearest.model(),
              store);
      found.news().forEach(news -> say(spec.commandLine().getErr(), news));
      return found.configurations();
    }
  }

  private static void requireSome(boolean some) {
    if (!some) {
      throw new BadInputException(
          "There is no seed to try. Name where to take some from: --seeds-from FILE or RUN, or"
              + " --results FOLDER with runs of this kernel.");
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
