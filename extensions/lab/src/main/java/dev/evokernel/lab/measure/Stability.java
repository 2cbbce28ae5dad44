package dev.evokernel.lab.measure;

import module java.base;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.comparison.ComparisonRound;
import dev.evokernel.comparison.InterleavedComparison;
import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.finals.Conclusion;
import dev.evokernel.run.TuningRun;
import dev.evokernel.run.evaluation.RunEnvironment;
import dev.evokernel.run.listen.RunListener;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.stats.ComparisonRule;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.stats.PairedSamples;
import dev.evokernel.stats.RatioEstimate;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.stats.Wilson;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.run.RunStatus;
import dev.evokernel.store.run.StoredRun;

/**
 * Influence of chance on a run's result: the same search with many random seeds, followed by a
 * comparison of all winners.
 *
 * <p>The runs share compiled binaries only; no run knows another's champion. Finished runs of an
 * earlier session in the same folder are reused, and an unfinished run is resumed.
 *
 * @param place folder of all runs
 * @param searches text that identifies the search and its bounds; runs of other searches are
 *     refused
 * @param progress receives progress messages
 */
public record Stability(RunSpec plan, Path place, String searches, Consumer<String> progress) {

  /** Fresh processes in which all winners are compared. */
  private static final int BOUTS = 3;

  /** Largest regret of a winner that counts as good as the best. */
  public static final double NEAR = 0.01;

  /**
   * Result of one run.
   *
   * @param evaluated number of candidates that the run evaluated
   * @param configuration the champion's, or the default's if the default stayed
   * @param speedUps over the default by shape, as the run reports them; empty if the default stayed
   */
  public record Choice(
      @JsonIgnore String run,
      long seed,
      int evaluated,
      Configuration configuration,
      @JsonIgnore Map<String, SpeedUp> speedUps) {

    /** Speed-up and interval by name of the field. */
    @JsonAnyGetter
    Map<String, List<Double>> fields() {
      var fields = new LinkedHashMap<String, List<Double>>();
      speedUps.forEach(
          (shape, speedUp) ->
              fields.put(
                  "speed_up_" + shape, List.of(speedUp.ratio(), speedUp.low(), speedUp.high())));
      return fields;
    }
  }

  /**
   * A configuration that at least one run chose.
   *
   * @param runs that chose it
   * @param speedUp over the default, remeasured, over all shapes
   * @param regret time relative to the best of all winners, over all shapes
   */
  public record Winner(
      Configuration configuration, int runs, RatioEstimate speedUp, RatioEstimate regret) {}

  /**
   * Result of the study.
   *
   * @param stayed whether every run ended with the default
   * @param winners best first
   * @param near runs whose winner is within {@link #NEAR} of the best of all
   * @param agreeing pairs of runs with the same winner
   * @param covered shapes on which the run's own interval contains the remeasured speed-up
   */
  public record Result(
      @JsonProperty("runs") List<Choice> choices,
      @JsonIgnore boolean stayed,
      List<Winner> winners,
      @JsonProperty("near_best") Wilson near,
      @JsonProperty("pairs_that_agree") Wilson agreeing,
      @JsonProperty("intervals_that_cover") @JsonInclude(JsonInclude.Include.NON_ABSENT)
          Optional<Wilson> covered) {}

  /**
   * Runs the searches and compares their winners.
   *
   * @param runs at least 2
   * @throws EnvironmentException if the machine fails, or the kernel's default is rejected
   */
  public Result measure(int runs) throws InterruptedException {
    claim();
    var choices = new ArrayList<Choice>();
    for (int i = 1; i <= runs; i++) {
      Choice choice = run(i);
      choices.add(choice);
      progress.accept("run %d of %d chose %s".formatted(i, runs, choice.configuration()));
    }
    progress.accept("measuring all winners against each other");
    return judge(
        choices, plan.kernel().defaultConfiguration(), this::meeting, new SplittableRandom(seed()));
  }

  private long seed() {
    return plan.search().settings().seed();
  }

  /** Ensures that the folder holds no runs of another search. */
  private void claim() {
    Path file = place.resolve("searches.txt");
    String mine = "%s%nsources %s%n".formatted(searches, plan.origin().sourceHash());
    try {
      Files.createDirectories(place);
      if (Files.notExists(file)) {
        Files.writeString(file, mine);
      } else if (!Files.readString(file).equals(mine)) {
        throw new EnvironmentException(
            "%s has the runs of another search: its searches.txt contains%n%sinstead of%n%sName an empty folder: --results FOLDER"
                .formatted(place, Files.readString(file), mine));
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          "Cannot use %s for the runs: %s. Choose another folder.".formatted(place, e), e);
    }
  }

  private Choice run(int number) throws InterruptedException {
    Path results = place.resolve("%03d".formatted(number));
    long seed = seed() + number;
    RunSpec mine = plan.repeated("seed-" + seed, seed, results);
    Path file = results.resolve(ResultStore.FILE_NAME);
    if (Files.notExists(file)) {
      SharedCache.into(place, results);
    }
    try (ResultStore store = ResultStore.open(file)) {
      Optional<StoredRun> before = store.runs().stream().findFirst();
      RunHistory history =
          before.isPresent() && before.get().status() == RunStatus.FINISHED
              ? store.history(mine.id())
              : new TuningRun(
                      mine, store, RunEnvironment.ofThisMachine(mine, InstantSource.system()))
                  .run(before.map(run -> store.resume(run.id())), new RunListener() {});
      if (history.finals().isEmpty()) {
        throw new InterruptedException();
      }
      return choice(history, seed);
    }
  }

  private static Choice choice(RunHistory history, long seed) {
    Conclusion conclusion = Conclusion.of(history);
    var speedUps = new LinkedHashMap<String, SpeedUp>();
    conclusion
        .champion()
        .ifPresent(
            champion ->
                history.finals().orElseThrow().results().stream()
                    .filter(result -> result.candidate() == champion.number())
                    .forEach(
                        result ->
                            result.speedUp().ifPresent(s -> speedUps.put(result.shape(), s))));
    return new Choice(
        history.run().id(),
        seed,
        (int)
            history.candidates().stream()
                .filter(candidate -> candidate.evaluation().isPresent())
                .count(),
        conclusion.configuration(),
        speedUps);
  }

  @FunctionalInterface
  interface Preparation {
    ComparisonRound of(List<Configuration> configurations) throws InterruptedException;
  }

  private ComparisonRound meeting(List<Configuration> configurations) throws InterruptedException {
    return InterleavedComparison.of(plan, place, configurations);
  }

  /** Compares the chosen configurations and the default. */
  static Result judge(
      List<Choice> choices,
      Configuration defaultConfiguration,
      Preparation preparation,
      SplittableRandom random)
      throws InterruptedException {
    List<Configuration> all =
        Stream.concat(Stream.of(defaultConfiguration), choices.stream().map(Choice::configuration))
            .distinct()
            .toList();
    ComparisonRound round = preparation.of(all);
    var times = new LinkedHashMap<Configuration, Map<String, List<Samples>>>();
    for (int i = 0; i < BOUTS; i++) {
      note(times, all, round.hold(SequentialComparison.settings(random)));
    }
    List<Winner> winners = winners(choices, defaultConfiguration, times, random);
    long near =
        winners.stream()
            .filter(winner -> winner.regret().ratio() <= 1 + NEAR)
            .mapToLong(Winner::runs)
            .sum();
    long pairs = (long) choices.size() * (choices.size() - 1) / 2;
    long same =
        winners.stream().mapToLong(winner -> (long) winner.runs() * (winner.runs() - 1) / 2).sum();
    return new Result(
        List.copyOf(choices),
        choices.stream().allMatch(choice -> choice.configuration().equals(defaultConfiguration)),
        winners,
        Wilson.of(near, choices.size()),
        Wilson.of(same, pairs),
        covered(choices, defaultConfiguration, times));
  }

  private static void note(
      Map<Configuration, Map<String, List<Samples>>> times,
      List<Configuration> all,
      List<Outcome> outcomes) {
    for (int i = 0; i < all.size(); i++) {
      if (!(outcomes.get(i) instanceof Measured measured)) {
        throw new EnvironmentException(
            "%s won a run and was rejected when remeasured: %s. Check the machine: ./evo doctor"
                .formatted(all.get(i), outcomes.get(i)));
      }
      for (Measurement measurement : measured.measurements()) {
        times
            .computeIfAbsent(all.get(i), _ -> new LinkedHashMap<>())
            .computeIfAbsent(measurement.shape(), _ -> new ArrayList<>())
            .add(measurement.samples());
      }
    }
  }

  private static List<Winner> winners(
      List<Choice> choices,
      Configuration defaultConfiguration,
      Map<Configuration, Map<String, List<Samples>>> times,
      SplittableRandom random) {
    var runs = new LinkedHashMap<Configuration, Integer>();
    choices.forEach(choice -> runs.merge(choice.configuration(), 1, Integer::sum));
    Configuration best =
        runs.keySet().stream()
            .min(Comparator.comparingDouble(winner -> mean(of(times, winner))))
            .orElseThrow();
    return runs.entrySet().stream()
        .map(
            entry ->
                new Winner(
                    entry.getKey(),
                    entry.getValue(),
                    ratio(of(times, defaultConfiguration), of(times, entry.getKey()), random),
                    ratio(of(times, entry.getKey()), of(times, best), random)))
        .sorted(Comparator.comparingDouble(winner -> winner.regret().ratio()))
        .toList();
  }

  private static Map<String, List<Samples>> of(
      Map<Configuration, Map<String, List<Samples>>> times, Configuration configuration) {
    return Objects.requireNonNull(times.get(configuration));
  }

  private static double mean(Map<String, List<Samples>> shapes) {
    return GeometricMean.of(
        shapes.values().stream().flatMap(List::stream).mapToDouble(Samples::p50).toArray());
  }

  /** Time of the first relative to the second, over all shapes and processes. */
  private static RatioEstimate ratio(
      Map<String, List<Samples>> first,
      Map<String, List<Samples>> second,
      SplittableRandom random) {
    var encounters = new ArrayList<PairedSamples>();
    first.forEach(
        (shape, samples) -> {
          List<Samples> others = Objects.requireNonNull(second.get(shape));
          for (int i = 0; i < samples.size(); i++) {
            encounters.add(new PairedSamples(samples.get(i), others.get(i)));
          }
        });
    return ComparisonRule.confirmed(ComparisonRule.MARGIN, 1).contrast(encounters, random).p50();
  }

  private static Optional<Wilson> covered(
      List<Choice> choices,
      Configuration defaultConfiguration,
      Map<Configuration, Map<String, List<Samples>>> times) {
    long all = 0;
    long hits = 0;
    for (Choice choice : choices) {
      for (Map.Entry<String, SpeedUp> entry : choice.speedUps().entrySet()) {
        double again =
            p50(of(times, defaultConfiguration), entry.getKey())
                / p50(of(times, choice.configuration()), entry.getKey());
        all++;
        hits += entry.getValue().low() <= again && again <= entry.getValue().high() ? 1 : 0;
      }
    }
    return all == 0 ? Optional.empty() : Optional.of(Wilson.of(hits, all));
  }

  private static double p50(Map<String, List<Samples>> shapes, String shape) {
    return GeometricMean.of(
        Objects.requireNonNull(shapes.get(shape)).stream().mapToDouble(Samples::p50).toArray());
  }
}
