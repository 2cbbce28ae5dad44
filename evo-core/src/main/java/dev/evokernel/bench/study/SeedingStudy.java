package dev.evokernel.bench.study;

import dev.evokernel.bench.score.RecordedSpace;
import dev.evokernel.bench.score.Strategies;
import dev.evokernel.bench.score.Strategy;
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
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.SeedingSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.StoredInitialConfiguration;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.DeviceReservation;
import dev.evokernel.tuning.TemporaryFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * What initial configurations are worth: the same search with them and without, several times each.
 *
 * @param results the folder of the leaderboard and of named runs
 * @param sources where they come from, and how many each source gives at most; without a source the
 *     leaderboard's best on the nearest shapes and devices
 * @param repeats runs with them, and as many without; at least 2
 * @param evaluations of each run
 * @param seed the random seed of the first pair of runs
 */
public record SeedingStudy(
    Path results, SeedingOptions sources, int repeats, int evaluations, long seed) {

  /**
   * On a recording, in simulated time.
   *
   * @param command that repeats it
   * @throws BadInputException if there is no configuration to try
   */
  public SeedingBenchReport replay(Path file, String command, Consumer<String> news)
      throws InterruptedException {
    Recording recording = RecordingReader.read(file);
    var backend = ReplayBackend.of(file, file);
    Kernel kernel = backend.kernel();
    String model = backend.devices().getFirst().model();
    RecordedSpace space = RecordedSpace.of(Recording.stem(file), List.of(), recording);
    Configuration theDefault = kernel.defaultConfiguration();
    var design = new InitialDesign(space.space(), theDefault, new SplittableRandom(seed));
    suggestions(
            kernel,
            new NearestResults(
                kernel.name(), ReplayBackend.NAME, model, Optional.empty(), kernel.shapes()),
            news)
        .forEach(design::suggest);
    List<StoredInitialConfiguration> settled = design.all();
    requireSome(settled.stream().anyMatch(StoredInitialConfiguration::used));
    List<InitialConfiguration> alone = InitialDesign.generation(theDefault, List.of());
    List<InitialConfiguration> seeded = InitialDesign.generation(theDefault, settled);
    Strategy strategy = Strategies.named("full", 1);
    SeedingLift lift =
        SeedingTrials.hold(
            repeats,
            evaluations,
            seed,
            (number, isSeeded) ->
                SeedingTrials.replay(
                    space, strategy, seed + number, isSeeded ? seeded : alone, evaluations));
    return new SeedingBenchReport(
        lift,
        settled,
        "%d runs with initial configurations and %d without of %s on %s, %d evaluations each, seed %d"
            .formatted(repeats, repeats, kernel.name(), model, evaluations, seed),
        command);
  }

  /**
   * On a device.
   *
   * @param run what each run does; its results are temporary
   * @param subject the kernel, the device and the random seed, as text
   * @param command that repeats it
   * @throws BadInputException if there is no configuration to try
   */
  public SeedingBenchReport measure(
      RunSpec run,
      String subject,
      String command,
      DeviceReservation reservation,
      Consumer<String> news)
      throws InterruptedException {
    List<InitialConfiguration> suggestions =
        suggestions(
            run.kernel(),
            new NearestResults(
                run.kernel().name(),
                run.backend().name(),
                run.device().model(),
                Optional.empty(),
                run.shapes()),
            news);
    requireSome(!suggestions.isEmpty());
    try (var _ = reservation.hold(run, "bench", news)) {
      var runs = new SeededRuns(run, new SeedingSpec(suggestions, 0, 0), run.origin().results());
      SeedingLift lift =
          SeedingTrials.hold(
              repeats,
              evaluations,
              seed,
              (number, isSeeded) -> {
                news.accept(
                    "run %d of %d %s initial configurations"
                        .formatted(number, repeats, isSeeded ? "with" : "without"));
                return runs.course(number, isSeeded);
              });
      return new SeedingBenchReport(
          lift,
          runs.settled(),
          "%d runs with initial configurations and %d without of %s, %d evaluations each"
              .formatted(repeats, repeats, subject, evaluations),
          command);
    }
  }

  private List<InitialConfiguration> suggestions(
      Kernel kernel, NearestResults nearest, Consumer<String> news) {
    Path file = results.resolve(ResultStore.FILE_NAME);
    try (TemporaryFolder temporary = TemporaryFolder.make();
        ResultStore store =
            Files.exists(file)
                ? ResultStore.openReadOnly(file)
                : ResultStore.open(temporary.folder().resolve(ResultStore.FILE_NAME))) {
      if (!hasSources()) {
        Configuration theDefault = kernel.defaultConfiguration();
        return nearest.configurations(store).stream()
            .filter(seed -> !seed.configuration().equals(theDefault))
            .limit(sources.top())
            .toList();
      }
      SeedSources.Found found = SeedSources.read(sources, kernel, nearest.model(), store);
      found.news().forEach(news);
      return found.configurations();
    }
  }

  private boolean hasSources() {
    return !sources.runs().isEmpty()
        || !sources.microbench().isEmpty()
        || !sources.recordings().isEmpty();
  }

  private static void requireSome(boolean some) {
    if (!some) {
      throw new BadInputException(
          "There is no initial configuration to try. Name where to take some from: --seeds-from"
              + " FILE or RUN, or --results FOLDER with runs of this kernel.");
    }
  }
}
