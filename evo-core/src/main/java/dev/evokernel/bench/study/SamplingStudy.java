package dev.evokernel.bench.study;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.Entropy;
import dev.evokernel.measure.FixedCount;
import dev.evokernel.measure.Race;
import dev.evokernel.measure.RelativeDeviation;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.measure.StableNoise;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Samples;
import dev.evokernel.run.DefaultRequirement;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.worker.Evaluated;
import dev.evokernel.worker.EvaluationRequest;
import dev.evokernel.workers.ProcessWorkers;
import dev.evokernel.workers.WorkerLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/**
 * What each way of sampling says of the same program, how far it agrees with itself, and what it
 * costs; and what racing saves.
 *
 * <p>The ways take turns, so that drift hits all alike. Racing is off while they are compared.
 */
public final class SamplingStudy {

  /**
   * One way on one shape.
   *
   * @param p50 the median over the repetitions, in nanoseconds
   * @param spread the standard deviation of the repetitions' p50, relative to their mean
   * @param samples of a repetition, on the mean
   * @param launches timed together to make one sample, on the mean
   */
  public record Reading(String shape, double p50, double spread, double samples, double launches) {}

  /**
   * One way.
   *
   * @param nanos what timing took by the worker's clock, warm-up, flushes and all shapes included,
   *     on the mean of the repetitions
   */
  public record Way(String name, List<Reading> readings, double nanos) {
    public Way {
      readings = List.copyOf(readings);
    }
  }

  /**
   * Configurations drawn at random, raced against the default and sampled in full.
   *
   * @param candidates that were measured both ways
   * @param fullNanos what timing them in full took
   * @param racedNanos what timing them took in the race
   * @param fullSamples that were taken, all shapes together
   * @param racedSamples the same in the race
   * @param faster pairs of a candidate and a shape that were faster than the default in full
   * @param dropped those of them that were sampled less than the rule asks, given up by mistake
   */
  public record Racing(
      int candidates,
      long fullNanos,
      long racedNanos,
      long fullSamples,
      long racedSamples,
      int faster,
      int dropped) {}

  /** The result. */
  public record Result(int repetitions, List<Way> ways, Racing racing) {
    public Result {
      ways = List.copyOf(ways);
    }
  }

  private final RunSpec plan;
  private final Path cache;
  private final Consumer<String> progress;

  /**
   * @param cache a folder for compiled binaries
   * @param progress receives progress messages
   */
  public SamplingStudy(RunSpec plan, Path cache, Consumer<String> progress) {
    this.plan = plan;
    this.cache = cache;
    this.progress = progress;
  }

  /** The ways that are compared, today's default first. */
  static SequencedMap<String, SamplingSettings> ways() {
    SamplingSettings usual = SamplingSettings.DEFAULT.racing(Race.OFF);
    var ways = new LinkedHashMap<String, SamplingSettings>();
    ways.put("error 0.4 % (default)", usual);
    ways.put("error, batches of 20 µs", usual.inSamplesOf(Duration.ofNanos(20_000)));
    ways.put("error, batches of 1 ms", usual.inSamplesOf(Duration.ofMillis(1)));
    ways.put("error, no batches", usual.inSamplesOf(Duration.ofNanos(1)));
    ways.put("deviation 0.5 %", usual.until(new RelativeDeviation(0.005)));
    ways.put("stable noise", usual.until(new StableNoise(0.005)));
    ways.put("entropy", usual.until(new Entropy(0.05)));
    for (int count : List.of(10, 100)) {
      ways.put(
          "count " + count,
          usual
              .until(new FixedCount(count))
              .between(count, count)
              .between(Duration.ZERO, Duration.ofSeconds(15)));
    }
    ways.put("error, cold cache", usual.from(CacheState.COLD));
    ways.put("stable noise, cold cache", usual.from(CacheState.COLD).until(new StableNoise(0.005)));
    return ways;
  }

  /**
   * Measures.
   *
   * @param repetitions of the default each way, at least 2
   * @param candidates that race against it
   */
  public Result measure(int repetitions, int candidates) throws InterruptedException {
    progress.accept("starting the compilers and checking the reference");
    WorkerLayout workforce = WorkerLayout.of(plan.backend());
    try (ProcessWorkers processes =
        ProcessWorkers.start(plan, workforce.compileWorkers(), ProcessWorkers.NICENESS, cache)) {
      Configuration defaultConfiguration = plan.kernel().defaultConfiguration();
      Binary binary = built(processes, defaultConfiguration);
      SequencedMap<String, SamplingSettings> ways = ways();
      var evaluated = new LinkedHashMap<String, List<Evaluated>>();
      var _ = measured(evaluate(processes, defaultConfiguration, binary, SamplingSettings.DEFAULT));
      for (int repetition = 0; repetition < repetitions; repetition++) {
        progress.accept("repetition %d of %d".formatted(repetition + 1, repetitions));
        for (var way : ways.entrySet()) {
          evaluated
              .computeIfAbsent(way.getKey(), _ -> new ArrayList<>())
              .add(evaluate(processes, defaultConfiguration, binary, way.getValue()));
        }
      }
      List<Way> readings =
          evaluated.entrySet().stream().map(way -> way(way.getKey(), way.getValue())).toList();
      return new Result(
          repetitions,
          readings,
          race(processes, readings.getFirst(), candidates, plan.stream("race")));
    }
  }

  private Way way(String name, List<Evaluated> repetitions) {
    var readings = new ArrayList<Reading>();
    for (int i = 0; i < plan.shapes().size(); i++) {
      int shape = i;
      List<Measurement> measurements =
          repetitions.stream().map(one -> measured(one).measurements().get(shape)).toList();
      Samples p50 = Samples.of(each(measurements, one -> one.samples().p50()));
      readings.add(
          new Reading(
              plan.shapes().get(i).name(),
              p50.p50(),
              p50.deviation() / p50.mean(),
              mean(measurements, one -> one.samples().count()),
              mean(measurements, Measurement::launchesPerSample)));
    }
    double nanos = repetitions.stream().mapToLong(one -> one.spent().time()).average().orElse(0);
    return new Way(name, readings, nanos);
  }

  /** Each candidate once in full and once in the race. */
  private Racing race(
      ProcessWorkers processes, Way defaultConfiguration, int candidates, RandomGenerator random)
      throws InterruptedException {
    Map<String, Double> best = new HashMap<>();
    defaultConfiguration.readings().forEach(reading -> best.put(reading.shape(), reading.p50()));
    SearchSpace space = SearchSpace.of(plan.kernel(), plan.shapes(), processes.device().limits());
    SamplingSettings racing = SamplingSettings.DEFAULT;
    var sum = new Racing(0, 0, 0, 0, 0, 0, 0);
    for (int i = 0; i < candidates; i++) {
      progress.accept("candidate %d of %d in the race".formatted(i + 1, candidates));
      Configuration candidate = space.sample(random);
      if (processes.compile(candidate) instanceof Compilation.Compiled(Binary binary)) {
        Evaluated full = evaluate(processes, candidate, binary, racing.racing(Race.OFF));
        Evaluated raced =
            processes
                .device()
                .evaluate(EvaluationRequest.of(candidate, binary).racing(best).sampledBy(racing));
        if (full.outcome() instanceof Measured inFull
            && raced.outcome() instanceof Measured inRace) {
          sum = plus(sum, full, inFull, raced, inRace, best);
        }
      }
    }
    return sum;
  }

  private static Racing plus(
      Racing sum,
      Evaluated full,
      Measured inFull,
      Evaluated raced,
      Measured inRace,
      Map<String, Double> best) {
    int faster = 0;
    int dropped = 0;
    for (int i = 0; i < inFull.measurements().size(); i++) {
      Measurement one = inFull.measurements().get(i);
      Measurement other = inRace.measurements().get(i);
      double toBeat = Objects.requireNonNull(best.get(one.shape()));
      if (one.samples().p50() < toBeat) {
        faster++;
        dropped += isGivenUp(other) ? 1 : 0;
      }
    }
    return new Racing(
        sum.candidates() + 1,
        sum.fullNanos() + full.spent().time(),
        sum.racedNanos() + raced.spent().time(),
        sum.fullSamples() + samples(inFull),
        sum.racedSamples() + samples(inRace),
        sum.faster() + faster,
        sum.dropped() + dropped);
  }

  /** A measurement that was not given up has so many samples or took so long. */
  private static boolean isGivenUp(Measurement raced) {
    SamplingSettings settings = SamplingSettings.DEFAULT;
    int count = raced.samples().count();
    double nanos = raced.samples().mean() * raced.launchesPerSample() * count;
    return count < settings.bounds().maxSamples()
        && nanos < 0.99 * settings.bounds().atLeast().toNanos();
  }

  private static long samples(Measured measured) {
    return measured.measurements().stream().mapToLong(one -> one.samples().count()).sum();
  }

  private static Evaluated evaluate(
      ProcessWorkers processes,
      Configuration configuration,
      Binary binary,
      SamplingSettings sampling)
      throws InterruptedException {
    return processes
        .device()
        .evaluate(EvaluationRequest.of(configuration, binary).sampledBy(sampling));
  }

  private static Binary built(ProcessWorkers processes, Configuration defaultConfiguration)
      throws InterruptedException {
    return switch (processes.compile(defaultConfiguration)) {
      case Compilation.Compiled(Binary binary) -> binary;
      case Compilation.Failed(String log, boolean _) ->
          throw new EnvironmentException("The default does not compile:\n" + log);
    };
  }

  private Measured measured(Evaluated evaluated) {
    return switch (evaluated.outcome()) {
      case Measured measured -> measured;
      case Outcome.Rejected rejected -> throw DefaultRequirement.rejected(plan, rejected);
    };
  }

  private static double mean(List<Measurement> all, ToDoubleFunction<Measurement> quantity) {
    return all.stream().mapToDouble(quantity).average().orElse(0);
  }

  private static double[] each(List<Measurement> all, ToDoubleFunction<Measurement> quantity) {
    return all.stream().mapToDouble(quantity).toArray();
  }
}
