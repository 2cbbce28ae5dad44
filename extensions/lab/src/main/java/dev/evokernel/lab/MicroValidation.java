package dev.evokernel.lab;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.comparison.Concurrently;
import dev.evokernel.lab.MicroRanking.MicroSample;
import dev.evokernel.measure.Race;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.stats.RankCorrelation;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.workers.ProcessWorkers;

/**
 * Validation of a ranking: some of the ranked configurations, evenly spaced, are compiled, verified
 * and timed in full.
 *
 * @param checked in the ranking's order
 * @param correlation of score and time; empty for too few measurements
 */
record MicroValidation(List<Checked> checked, Optional<RankCorrelation> correlation) {

  public record Checked(MicroSample sample, int rank, Outcome outcome) {

    /** Geometric mean of the median times over the shapes, in nanoseconds. */
    public Optional<Double> nanos() {
      return outcome instanceof Measured measured
          ? Optional.of(
              GeometricMean.of(
                  measured.measurements().stream()
                      .mapToDouble(shape -> shape.samples().p50())
                      .toArray()))
          : Optional.empty();
    }
  }

  public MicroValidation {
    checked = List.copyOf(checked);
  }

  static MicroValidation of(List<Checked> checked, RandomGenerator random) {
    List<Checked> measured = new MicroValidation(checked, Optional.empty()).measured();
    return new MicroValidation(
        checked,
        RankCorrelation.of(
            measured.stream().mapToDouble(check -> check.sample().score().orElseThrow()).toArray(),
            measured.stream().mapToDouble(check -> check.nanos().orElseThrow()).toArray(),
            random));
  }

  /** Measured configurations, in the ranking's order. */
  public List<Checked> measured() {
    return checked.stream().filter(check -> check.nanos().isPresent()).toList();
  }

  /** A quarter of the number of measured samples. */
  public int quarter() {
    return Math.ceilDiv(measured().size(), 4);
  }

  /** Number of the fastest quarter that are in the ranking's first quarter. */
  public int found() {
    List<Checked> measured = measured();
    List<Checked> fastest =
        measured.stream()
            .sorted(Comparator.comparingDouble(check -> check.nanos().orElseThrow()))
            .limit(quarter())
            .toList();
    return (int) measured.stream().limit(quarter()).filter(fastest::contains).count();
  }

  /**
   * Evaluates some of a ranking in full. After an interrupt during the measurements, returns the
   * completed ones.
   *
   * @param count number of configurations, evenly spaced from the first rank to the last
   */
  public static MicroValidation hold(
      RunSpec spec, MicroRanking ranking, int count, Consumer<String> progress)
      throws InterruptedException {
    List<MicroSample> ranked = ranking.ranked();
    List<Integer> picked = spread(ranked.size(), count);
    progress.accept("checking the reference");
    try (ProcessWorkers workers = ProcessWorkers.start(spec, progress)) {
      progress.accept("compiling " + picked.size() + " of the ranking");
      List<Compilation> compiled =
          Concurrently.all(
              picked.stream()
                  .map(ranked::get)
                  .<Callable<Compilation>>map(
                      sample -> () -> workers.compile(sample.configuration()))
                  .toList());
      var outcomes = new LinkedHashMap<Integer, Outcome>();
      try {
        for (int rank : shuffled(picked, spec.stream("validation"))) {
          progress.accept(
              "measuring %d of %d of the ranking in full"
                  .formatted(outcomes.size() + 1, picked.size()));
          outcomes.put(
              rank, outcome(workers, ranked.get(rank), compiled.get(picked.indexOf(rank))));
        }
      } catch (InterruptedException e) {
        progress.accept("stopped; the measured part of the ranking is kept");
      }
      return of(
          picked.stream()
              .filter(outcomes::containsKey)
              .map(
                  rank ->
                      new Checked(
                          ranked.get(rank), rank + 1, Objects.requireNonNull(outcomes.get(rank))))
              .toList(),
          spec.stream("bootstrap"));
    }
  }

  static List<Integer> spread(int size, int count) {
    int some = Math.min(size, count);
    return IntStream.range(0, some)
        .map(i -> some == 1 ? 0 : (int) Math.round((double) i * (size - 1) / (some - 1)))
        .boxed()
        .toList();
  }

  /** Shuffles the ranks, so that drift does not look like a correlation. */
  private static List<Integer> shuffled(List<Integer> all, RandomGenerator random) {
    var shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, Random.from(random));
    return shuffled;
  }

  private static Outcome outcome(
      ProcessWorkers workers, MicroSample sample, Compilation compilation)
      throws InterruptedException {
    return switch (compilation) {
      case Compilation.Compiled(Binary binary) ->
          workers
              .device()
              .evaluate(
                  EvaluationRequest.of(sample.configuration(), binary)
                      .sampledBy(SamplingSettings.DEFAULT.racing(Race.OFF)))
              .outcome();
      case Compilation.Failed(String log, boolean timedOut) ->
          new Rejected(timedOut ? Rejection.TIMEOUT : Rejection.COMPILE_ERROR, "", log);
    };
  }
}
