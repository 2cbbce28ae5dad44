package dev.evokernel.lab.search;

import module java.base;

import dev.evokernel.config.options.SeedingOptions;
import dev.evokernel.config.seed.SeedSources;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.lab.measure.SharedCache;
import dev.evokernel.lab.score.Attempt;
import dev.evokernel.lab.score.Strategies;
import dev.evokernel.lab.score.Strategy;
import dev.evokernel.lab.score.record.RecordedSpace;
import dev.evokernel.lab.score.record.Trace;
import dev.evokernel.replay.RecordedResults;
import dev.evokernel.replay.RecordingReader;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.run.TuningRun;
import dev.evokernel.run.evaluation.RunEnvironment;
import dev.evokernel.run.listen.RunListener;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.seeding.InitialDesign;
import dev.evokernel.seeding.NearestResults;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.SeedingSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.run.StoredInitialConfiguration;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.DeviceReservation;
import dev.evokernel.tuning.device.TemporaryFolder;

/**
 * Value of initial configurations: the same search with and without them, several times each.
 *
 * @param results folder of the leaderboard and of named runs
 * @param sources of initial configurations, with a limit for each source; without a source, the
 *     leaderboard's best on the nearest shapes and devices
 * @param repeats runs with initial configurations, and as many without; at least 2
 * @param evaluations of each run
 * @param seed random seed of the first pair of runs
 */
public record SeedingStudy(
    Path results, SeedingOptions sources, int repeats, int evaluations, long seed) {

  /** Run of one pair: without initial configurations, or with them. */
  @FunctionalInterface
  interface Run {

    /**
     * Searches until the evaluations are spent or no configuration is left.
     *
     * @param number of the pair, from 1
     * @param seeded whether generation 0 contains the initial configurations
     */
    BestSoFar course(int number, boolean seeded) throws InterruptedException;
  }

  /**
   * Compares runs on a recording, in simulated time.
   *
   * @param command that repeats the study
   * @throws BadInputException if there is no initial configuration to try
   */
  public SeedingBenchReport replay(Path file, String command, Consumer<String> news)
      throws InterruptedException {
    RecordedResults recording = RecordingReader.read(file);
    var backend = ReplayBackend.of(file, file);
    Kernel kernel = backend.kernel();
    String model = backend.devices().getFirst().model();
    RecordedSpace space = RecordedSpace.of(RecordedResults.stem(file), List.of(), recording);
    Configuration theDefault = kernel.defaultConfiguration();
    var design = new InitialDesign(space.space(), theDefault, new SplittableRandom(seed));
    suggestions(kernel, ReplayBackend.NAME, model, kernel.shapes(), news).forEach(design::suggest);
    List<StoredInitialConfiguration> settled = design.all();
    requireSome(settled.stream().anyMatch(StoredInitialConfiguration::used));
    List<InitialConfiguration> alone = InitialDesign.generation(theDefault, List.of());
    List<InitialConfiguration> seeded = InitialDesign.generation(theDefault, settled);
    Strategy strategy = Strategies.named("full", 1);
    return report(
        (number, isSeeded) -> {
          Trace trace =
              Attempt.ofEvaluations(
                  strategy, space, evaluations, seed + number, isSeeded ? seeded : alone);
          return new BestSoFar(Arrays.stream(trace.best()).boxed().toList());
        },
        () -> settled,
        "%s on %s, seed %d".formatted(kernel.name(), model, seed),
        command);
  }

  /**
   * Compares runs on a device.
   *
   * @param run specification of each run; its results are temporary
   * @param subject kernel, device and random seed, as text
   * @param command that repeats the study
   * @throws BadInputException if there is no initial configuration to try
   */
  public SeedingBenchReport measure(
      RunSpec run,
      String subject,
      String command,
      DeviceReservation reservation,
      Consumer<String> news)
      throws InterruptedException {
    List<InitialConfiguration> suggestions =
        suggestions(run.kernel(), run.backend().name(), run.device().model(), run.shapes(), news);
    requireSome(!suggestions.isEmpty());
    try (var _ = reservation.hold(run, "bench", news)) {
      var runs =
          new SeededRuns(
              run, new SeedingSpec(suggestions, List.of(), 0, 0), run.origin().results());
      return report(
          (number, isSeeded) -> {
            news.accept(
                "run %d of %d %s initial configurations"
                    .formatted(number, repeats, isSeeded ? "with" : "without"));
            return runs.course(number, isSeeded);
          },
          () -> runs.settled,
          subject,
          command);
    }
  }

  /** Runs all pairs. The order within a pair alternates, so that drift affects both equally. */
  private SeedingBenchReport report(
      Run run, Supplier<List<StoredInitialConfiguration>> initial, String subject, String command)
      throws InterruptedException {
    var alone = new ArrayList<BestSoFar>();
    var seeded = new ArrayList<BestSoFar>();
    for (int number = 1; number <= repeats; number++) {
      boolean first = number % 2 == 0;
      (first ? seeded : alone).add(run.course(number, first));
      (first ? alone : seeded).add(run.course(number, !first));
    }
    return new SeedingBenchReport(
        SeedingLift.of(evaluations, alone, seeded, new SplittableRandom(seed)),
        initial.get(),
        "%d runs with initial configurations and %d without of %s, %d evaluations each"
            .formatted(repeats, repeats, subject, evaluations),
        command);
  }

  private List<InitialConfiguration> suggestions(
      Kernel kernel, String backend, String model, List<Shape> shapes, Consumer<String> news) {
    Path file = results.resolve(ResultStore.FILE_NAME);
    try (TemporaryFolder temporary = TemporaryFolder.make();
        ResultStore store =
            Files.exists(file)
                ? ResultStore.openReadOnly(file)
                : ResultStore.open(temporary.folder().resolve(ResultStore.FILE_NAME))) {
      if (!hasSources()) {
        Configuration theDefault = kernel.defaultConfiguration();
        var nearest = new NearestResults(kernel.name(), backend, model, Optional.empty(), shapes);
        return nearest.in(store).configurations().stream()
            .filter(seed -> !seed.configuration().equals(theDefault))
            .limit(sources.top())
            .toList();
      }
      SeedSources.Found found = SeedSources.read(sources, kernel, model, store);
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
          "No initial configuration to try. Name a source with --seeds-from FILE or RUN, or a"
              + " folder with runs of this kernel with --results FOLDER.");
    }
  }

  /**
   * Runs of a kernel with and without seeding. The runs share compiled binaries only. The objective
   * of each candidate is measured once, relative to the default of its own run.
   */
  private static final class SeededRuns implements Run {

    private final RunSpec plan;
    private final SeedingSpec seeding;
    private final Path place;

    /** Initial configurations as the last run with seeding resolved them. */
    private List<StoredInitialConfiguration> settled = List.of();

    /**
     * @param plan of a run without seeding
     * @param place folder of all runs
     */
    SeededRuns(RunSpec plan, SeedingSpec seeding, Path place) {
      this.plan = plan;
      this.seeding = seeding;
      this.place = place;
    }

    @Override
    public BestSoFar course(int number, boolean seeded) throws InterruptedException {
      String name = "%03d-%s".formatted(number, seeded ? "seeded" : "alone");
      Path results = place.resolve(name);
      RunSpec repeated = plan.repeated(name, plan.search().settings().seed() + number, results);
      RunSpec mine =
          repeated.as(name, repeated.search().seededWith(seeded ? seeding : SeedingSpec.NONE));
      SharedCache.into(place, results);
      try (ResultStore store = ResultStore.open(results.resolve(ResultStore.FILE_NAME))) {
        RunHistory history =
            new TuningRun(mine, store, RunEnvironment.ofThisMachine(mine, InstantSource.system()))
                .run(Optional.empty(), new RunListener() {});
        if (history.finals().isEmpty()) {
          throw new InterruptedException();
        }
        settled = seeded ? history.initialConfigurations() : settled;
        return course(history.candidates(), plan.budget().evaluations());
      }
    }

    /**
     * Best objective after each evaluation. The default is the first candidate; its objective is 1.
     */
    static BestSoFar course(List<Candidate> candidates, long evaluations) {
      var best = new ArrayList<Double>();
      double bestSoFar = 1;
      for (Candidate candidate : candidates) {
        if (best.size() < evaluations && candidate.evaluation().isPresent()) {
          bestSoFar = Math.min(bestSoFar, candidate.objective().orElse(bestSoFar));
          best.add(bestSoFar);
        }
      }
      return new BestSoFar(best);
    }
  }
}
