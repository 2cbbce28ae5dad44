package dev.evokernel.lab.measure;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.comparison.Concurrently;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Samples;
import dev.evokernel.run.evaluation.DefaultRequirement;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.workers.ProcessWorkers;

/**
 * Effect of concurrent compilation on timings.
 *
 * <p>The default is timed repeatedly. A round is one quiet measurement, while nothing compiles, and
 * one busy measurement, while every compile worker compiles. Their order alternates, so that drift
 * affects both equally.
 *
 * @param cache an empty folder
 * @param progress receives progress messages
 */
public record Disturbance(RunSpec plan, Path cache, Consumer<String> progress) {

  /**
   * Effect on one shape.
   *
   * @param quietP50 median over the rounds, in nanoseconds, while nothing compiled
   * @param p50 busy relative to quiet
   * @param p90 busy relative to quiet, for the 90th percentile
   */
  @JsonPropertyOrder({"shape", "verdict"})
  public record Effect(
      String shape,
      @JsonProperty("quiet_p50_ns") double quietP50,
      @JsonProperty("p50_ratio") PairedRatio p50,
      @JsonProperty("p90_ratio") PairedRatio p90) {

    /** Largest slowdown that does not mislead a search. */
    public static final double TOLERABLE = 1.01;

    @JsonProperty
    public Verdict verdict() {
      if (p50.low() > TOLERABLE || p90.low() > TOLERABLE) {
        return Verdict.DISTURBED;
      }
      return p50.high() <= TOLERABLE && p90.high() <= TOLERABLE
          ? Verdict.UNDISTURBED
          : Verdict.UNKNOWN;
    }
  }

  /** Verdict that follows from the confidence intervals. */
  public enum Verdict {
    DISTURBED,
    UNDISTURBED,
    /** The interval contains the tolerable slowdown. */
    UNKNOWN
  }

  /** Niceness of compile workers in a run whose device is not the CPU. */
  public static final int USUAL_NICENESS = ProcessWorkers.NICENESS;

  private record Busy(List<Measurement> measurements, long compilations) {}

  private record Round(List<Measurement> quiet, List<Measurement> busy) {}

  /**
   * Measures.
   *
   * @param rounds at least 5
   * @param compileWorkers that compile at once
   * @param niceness of the compile workers, from 0 to 19
   */
  public DisturbanceReport measure(
      int rounds, int compileWorkers, int niceness, String subject, String command)
      throws InterruptedException {
    progress.accept("starting the compilers and checking the reference");
    try (ProcessWorkers processes =
        ProcessWorkers.start(plan, compileWorkers, niceness, cache, _ -> {})) {
      SearchSpace space = SearchSpace.of(plan.kernel(), plan.shapes(), processes.device().limits());
      Binary binary = SamplingStudy.binary(processes, plan.kernel().defaultConfiguration());
      measure(processes, binary); // The first evaluation includes one-time costs.
      var observed = new ArrayList<Round>();
      long compilations = 0;
      for (int round = 0; round < rounds; round++) {
        progress.accept("round %d of %d".formatted(round + 1, rounds));
        RandomGenerator random = plan.stream("round " + round);
        List<Measurement> first = round % 2 == 0 ? measure(processes, binary) : List.of();
        Busy busy = whileCompiling(processes, binary, space, random);
        compilations += busy.compilations();
        List<Measurement> quiet = round % 2 == 0 ? first : measure(processes, binary);
        observed.add(new Round(quiet, busy.measurements()));
      }
      return new DisturbanceReport(
          subject, command, compileWorkers, niceness, rounds, compilations, effects(observed));
    }
  }

  private List<Measurement> measure(ProcessWorkers processes, Binary binary)
      throws InterruptedException {
    return switch (processes
        .device()
        .evaluate(EvaluationRequest.of(plan.kernel().defaultConfiguration(), binary))
        .outcome()) {
      case Outcome.Measured(List<Measurement> measurements) -> measurements;
      case Outcome.Rejected rejected -> throw DefaultRequirement.rejected(plan, rejected);
    };
  }

  /** Times the default while every worker compiles; the binaries are deleted. */
  private Busy whileCompiling(
      ProcessWorkers processes, Binary binary, SearchSpace space, RandomGenerator random)
      throws InterruptedException {
    int workers = processes.compilers().count();
    var allAtWork = new CountDownLatch(workers);
    var over = new AtomicBoolean();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Long>> load =
          IntStream.range(0, workers)
              .mapToObj(i -> plan.stream("load " + i + " of " + random.nextLong()))
              .map(
                  own -> threads.submit(() -> load(processes, binary, space, own, allAtWork, over)))
              .toList();
      List<Measurement> measurements;
      try {
        allAtWork.await();
        measurements = measure(processes, binary);
      } finally {
        over.set(true);
      }
      long compilations = 0;
      for (Future<Long> worker : load) {
        compilations += Concurrently.result(worker);
      }
      return new Busy(measurements, compilations);
    }
  }

  private static long load(
      ProcessWorkers processes,
      Binary theDefault,
      SearchSpace space,
      RandomGenerator random,
      CountDownLatch allAtWork,
      AtomicBoolean over)
      throws InterruptedException {
    long done = 0;
    try {
      while (!over.get()) {
        Configuration configuration = space.sample(random);
        allAtWork.countDown();
        if (processes.compilers().compile(configuration)
                instanceof Compilation.Compiled(Binary binary)
            && !binary.file().equals(theDefault.file())) {
          Files.deleteIfExists(binary.file());
        }
        done++;
      }
      return done;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      allAtWork.countDown();
    }
  }

  private List<Effect> effects(List<Round> rounds) {
    var effects = new ArrayList<Effect>();
    for (int i = 0; i < plan.shapes().size(); i++) {
      int shape = i;
      double[] quiet = each(rounds, round -> round.quiet().get(shape).samples().p50());
      effects.add(
          new Effect(
              plan.shapes().get(i).name(),
              Samples.of(quiet).p50(),
              PairedRatio.of(
                  each(rounds, round -> round.busy().get(shape).samples().p50()),
                  quiet,
                  plan.stream("p50")),
              PairedRatio.of(
                  each(rounds, round -> round.busy().get(shape).samples().p90()),
                  each(rounds, round -> round.quiet().get(shape).samples().p90()),
                  plan.stream("p90"))));
    }
    return effects;
  }

  private static double[] each(List<Round> rounds, ToDoubleFunction<Round> quantity) {
    return rounds.stream().mapToDouble(quantity).toArray();
  }
}
