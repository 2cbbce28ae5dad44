package dev.evokernel.lab.measure;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.data.CacheState;
import dev.evokernel.kernel.space.Configuration;
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
import dev.evokernel.run.evaluation.DefaultRequirement;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.workers.ProcessWorkers;
import dev.evokernel.workers.WorkerLayout;

/**
 * Comparison of ways to sample one program: result, repeatability and cost of each way, and savings
 * by racing.
 *
 * <p>The ways alternate, so that drift affects all equally. Racing is off while they are compared.
 *
 * @param cache a folder for compiled binaries
 * @param progress receives progress messages
 */
public record SamplingStudy(RunSpec plan, Path cache, Consumer<String> progress) {

  /**
   * Result of one way on one shape.
   *
   * @param p50 median over the repetitions, in nanoseconds
   * @param spread standard deviation of the repetitions' p50, relative to their mean
   * @param samples mean number of samples in a repetition
   * @param launches mean number of launches timed together in one sample
   */
  public record Reading(
      String shape,
      @JsonProperty("p50_ns") double p50,
      double spread,
      double samples,
      @JsonProperty("launches_per_sample") double launches) {}

  /**
   * Result of one way.
   *
   * @param nanos mean time of a repetition by the worker's clock, with warm-up, flushes and all
   *     shapes
   */
  @JsonPropertyOrder({"way", "cost_ns"})
  public record Way(
      @JsonProperty("way") String name,
      @JsonProperty("shapes") List<Reading> readings,
      @JsonProperty("cost_ns") double nanos) {
    public Way {
      readings = List.copyOf(readings);
    }
  }

  /**
   * Random configurations, measured in full and in a race against the default.
   *
   * @param candidates measured in both ways
   * @param fullNanos time of the full measurements
   * @param racedNanos time of the raced measurements
   * @param fullSamples samples of the full measurements, all shapes together
   * @param racedSamples samples of the raced measurements
   * @param faster pairs of a candidate and a shape that are faster than the default in full
   * @param dropped faster pairs that the race gave up by mistake
   */
  public record Racing(
      int candidates,
      @JsonProperty("full_ns") long fullNanos,
      @JsonProperty("raced_ns") long racedNanos,
      long fullSamples,
      long racedSamples,
      int faster,
      @JsonProperty("given_up") int dropped) {}

  /** Compared ways by name, the default way first. */
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
   * @param repetitions measurements of the default in each way, at least 2
   * @param candidates that race against the default
   */
  public SamplingReport measure(int repetitions, int candidates, String subject, String command)
      throws InterruptedException {
    progress.accept("starting the compilers and checking the reference");
    WorkerLayout workforce = WorkerLayout.of(plan.backend(), 1);
    try (ProcessWorkers processes =
        ProcessWorkers.start(
            plan, workforce.compileWorkers(), ProcessWorkers.NICENESS, cache, _ -> {})) {
      Configuration defaultConfiguration = plan.kernel().defaultConfiguration();
      Binary binary = binary(processes, defaultConfiguration);
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
      return new SamplingReport(
          subject,
          command,
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
          repetitions.stream()
              .map(repetition -> measured(repetition).measurements().get(shape))
              .toList();
      Samples p50 = Samples.of(measurements.stream().mapToDouble(m -> m.samples().p50()).toArray());
      readings.add(
          new Reading(
              plan.shapes().get(i).name(),
              p50.p50(),
              p50.deviation() / p50.mean(),
              mean(measurements, measurement -> measurement.samples().count()),
              mean(measurements, Measurement::launchesPerSample)));
    }
    double nanos =
        repetitions.stream().mapToLong(repetition -> repetition.spent().time()).average().orElse(0);
    return new Way(name, readings, nanos);
  }

  /** Measures each candidate once in full and once in the race. */
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
      Measurement fully = inFull.measurements().get(i);
      if (fully.samples().p50() < Objects.requireNonNull(best.get(fully.shape()))) {
        faster++;
        dropped += isGivenUp(inRace.measurements().get(i)) ? 1 : 0;
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

  /**
   * Whether the race gave the measurement up: it has neither the maximum number of samples nor the
   * minimum time.
   */
  private static boolean isGivenUp(Measurement raced) {
    SamplingSettings settings = SamplingSettings.DEFAULT;
    int count = raced.samples().count();
    double nanos = raced.samples().mean() * raced.launchesPerSample() * count;
    return count < settings.bounds().maxSamples()
        && nanos < 0.99 * settings.bounds().atLeast().toNanos();
  }

  private static long samples(Measured measured) {
    return measured.measurements().stream().mapToLong(shape -> shape.samples().count()).sum();
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

  /**
   * Compiles the default.
   *
   * @throws EnvironmentException if it does not compile
   */
  static Binary binary(ProcessWorkers processes, Configuration defaultConfiguration)
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
}
