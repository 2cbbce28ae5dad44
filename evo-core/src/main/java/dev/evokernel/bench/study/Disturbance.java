package dev.evokernel.bench.study;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.comparison.Concurrently;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Samples;
import dev.evokernel.run.DefaultRequirement;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.stats.PairedRatio;
import dev.evokernel.worker.EvaluationRequest;
import dev.evokernel.workers.ProcessWorkers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Whether compiling disturbs timings that are taken at the same time.
 *
 * <p>The default is timed again and again, in turns while nothing compiles and while every compile
 * worker does. A round is one of each, and which of the two goes first alternates, so that drift
 * hits both alike.
 */
public final class Disturbance {

  /**
   * The effect on one shape.
   *
   * @param quietP50 the median over the rounds, in nanoseconds, while nothing compiled
   * @param p50 while all compile workers compiled, relative to while none did
   * @param p90 the same of the 90th percentile
   */
  public record Effect(String shape, double quietP50, PairedRatio p50, PairedRatio p90) {

    /** Slower than this, and a search would take the load for the candidate. */
    public static final double TOLERABLE = 1.01;

    public Verdict verdict() {
      if (p50.low() > TOLERABLE || p90.low() > TOLERABLE) {
        return Verdict.DISTURBED;
      }
      return p50.high() <= TOLERABLE && p90.high() <= TOLERABLE
          ? Verdict.UNDISTURBED
          : Verdict.UNKNOWN;
    }
  }

  /** The verdict that the intervals allow. */
  public enum Verdict {
    DISTURBED,
    UNDISTURBED,
    /** An interval reaches beyond what is tolerable, but does not lie beyond it. */
    UNKNOWN
  }

  /**
   * @param compileWorkers that compiled at once
   * @param niceness of them
   * @param compilations that went on while the default was timed
   */
  public record Result(
      int compileWorkers, int niceness, int rounds, long compilations, List<Effect> effects) {

    public Result {
      effects = List.copyOf(effects);
    }
  }

  /** Of the compile workers of a run whose device is not the processor that they run on. */
  public static final int USUAL_NICENESS = ProcessWorkers.NICENESS;

  private record Round(List<Measurement> quiet, List<Measurement> busy) {}

  private final RunSpec plan;
  private final Path cache;
  private final Consumer<String> progress;
  private long compilations;

  /**
   * @param cache an empty folder
   * @param progress receives progress messages
   */
  public Disturbance(RunSpec plan, Path cache, Consumer<String> progress) {
    this.plan = plan;
    this.cache = cache;
    this.progress = progress;
  }

  /**
   * Measures.
   *
   * @param rounds at least 5
   * @param compileWorkers that compile at once
   * @param niceness from 0 to 19
   */
  public Result measure(int rounds, int compileWorkers, int niceness) throws InterruptedException {
    if (rounds < 5) {
      throw new IllegalArgumentException(
          rounds + " rounds are too few for an interval. Use at least 5, better 20.");
    }
    progress.accept("starting the compilers and checking the reference");
    try (ProcessWorkers processes = ProcessWorkers.start(plan, compileWorkers, niceness, cache)) {
      SearchSpace space = SearchSpace.of(plan.kernel(), plan.shapes(), processes.device().limits());
      Binary binary = binary(processes);
      measure(processes, binary); // The first evaluation includes one-time costs.
      var observed = new ArrayList<Round>();
      for (int round = 0; round < rounds; round++) {
        progress.accept("round %d of %d".formatted(round + 1, rounds));
        RandomGenerator random = plan.stream("round " + round);
        List<Measurement> first = round % 2 == 0 ? measure(processes, binary) : List.of();
        List<Measurement> busy = whileCompiling(processes, binary, space, random);
        observed.add(new Round(round % 2 == 0 ? first : measure(processes, binary), busy));
      }
      return new Result(compileWorkers, niceness, rounds, compilations, effects(observed));
    }
  }

  private Binary binary(ProcessWorkers processes) throws InterruptedException {
    return switch (processes.compilers().compile(plan.kernel().defaultConfiguration())) {
      case Compilation.Compiled(Binary binary) -> binary;
      case Compilation.Failed(String log, boolean _) ->
          throw new EnvironmentException("The default does not compile:\n" + log);
    };
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

  /** Timed from when every worker compiles until it is done; what was compiled is thrown away. */
  private List<Measurement> whileCompiling(
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
      try {
        allAtWork.await();
        return measure(processes, binary);
      } finally {
        over.set(true);
        for (Future<Long> one : load) {
          compilations += Concurrently.result(one);
        }
      }
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
