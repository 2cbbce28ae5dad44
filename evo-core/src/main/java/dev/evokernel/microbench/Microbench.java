package dev.evokernel.microbench;

import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.comparison.Concurrently;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.MiniatureOutcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.worker.CompileJob;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.MiniatureJob;
import dev.evokernel.worker.MiniatureWorker;
import dev.evokernel.workers.ProcessWorkers;
import dev.evokernel.workers.WorkerLayout;
import dev.evokernel.workers.WorkerPool;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Ranks configurations by the kernel's miniature: many are compiled at once, and each is run alone
 * in a process that it may take down.
 */
public final class Microbench implements AutoCloseable {

  /** Compilations under way for each compile worker: some take longer than others. */
  private static final int AHEAD = 4;

  /** A miniature is over in milliseconds, unless it hangs. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** Where so many do not compile and nothing else does, no others are tried. */
  private static final int HOPELESS = 32;

  /**
   * How much is tried.
   *
   * @param samples configurations, the default among them; all where there are fewer
   * @param wall no more are begun after it
   * @param repetitions of each miniature, of which the medians are taken
   */
  public record Extent(int samples, Duration wall, int repetitions) {
    public Extent {
      if (samples < 1 || repetitions < 1 || !wall.isPositive()) {
        throw new IllegalArgumentException(
            "%d samples of %d repetitions in %s are none.".formatted(samples, repetitions, wall));
      }
    }
  }

  /** A configuration that is being compiled, or was. */
  private record Underway(Configuration configuration, Future<Compilation> compilation) {}

  private final RunSpec spec;
  private final WorkerPool compilers;
  private final MiniatureWorker device;
  private final LongSupplier nanoClock;

  private Microbench(
      RunSpec spec, WorkerPool compilers, MiniatureWorker device, LongSupplier nanoClock) {
    this.spec = spec;
    this.compilers = compilers;
    this.device = device;
    this.nanoClock = nanoClock;
  }

  /**
   * Starts the compilers and the device's process.
   *
   * @param spec of a kernel that has a miniature
   */
  public static Microbench start(RunSpec spec, LongSupplier nanoClock) throws InterruptedException {
    WorkerLayout workforce = WorkerLayout.of(spec.backend());
    LaunchSpec launch = LaunchSpec.ofThisJvm(spec.folder().resolve("logs"));
    var compiling =
        new CompileJob(
            spec.kernel().file(),
            spec.backend().name(),
            spec.device(),
            spec.cache(),
            spec.evaluation().timeouts().compile());
    WorkerPool compilers =
        WorkerPool.start(
            launch.withNiceness(workforce.alternating() ? 0 : ProcessWorkers.NICENESS),
            compiling,
            workforce.compileWorkers());
    try {
      var job = new MiniatureJob(spec.kernel().file(), spec.backend().name(), spec.device(), LIMIT);
      return new Microbench(spec, compilers, MiniatureWorker.start(launch, job), nanoClock);
    } catch (InterruptedException | RuntimeException e) {
      compilers.close();
      throw e;
    }
  }

  public DeviceIdentity identity() {
    return device.identity();
  }

  public String compilerVersion() {
    return compilers.version();
  }

  /** The kernel's space on this device. */
  public SearchSpace space() {
    return SearchSpace.of(spec.kernel(), spec.shapes(), device.limits());
  }

  /**
   * Tries configurations until there are enough, the time is over, or the thread is interrupted.
   *
   * @param sink told after each how to get everything so far, as if it ended there
   * @throws EnvironmentException if the machine is at fault
   */
  public MicroRanking rank(
      SearchSpace space, Extent extent, Consumer<Supplier<MicroRanking>> sink) {
    long deadline = nanoClock.getAsLong() + extent.wall().toNanos();
    Iterator<Configuration> draws =
        MicroDraws.of(
                space, spec.kernel().defaultConfiguration(), extent.samples(), spec.stream("micro"))
            .iterator();
    var samples = new ArrayList<MicroSample>();
    var end = MicroRanking.End.COMPLETE;
    var score = new MiniatureScore(spec.kernel(), spec.shapes(), device.limits());
    ExecutorService compiling = Executors.newVirtualThreadPerTaskExecutor();
    try {
      Deque<Underway> underway = new ArrayDeque<>();
      while (!isHopeless(samples)) {
        boolean late = nanoClock.getAsLong() - deadline >= 0;
        if (late && draws.hasNext()) {
          end = MicroRanking.End.TIME;
        }
        if (!late && (underway.isEmpty() || !spec.backend().compilingDisturbsTiming())) {
          begin(draws, underway, compiling);
        }
        if (underway.isEmpty()) {
          break;
        }
        if (spec.backend().compilingDisturbsTiming()) {
          await(underway);
        }
        samples.add(attempt(samples.size(), underway.remove(), extent.repetitions(), score));
        sink.accept(() -> new MicroRanking(samples, space.count(), MicroRanking.End.INTERRUPTED));
      }
    } catch (InterruptedException e) {
      end = MicroRanking.End.INTERRUPTED;
    } finally {
      compiling.shutdownNow();
    }
    return new MicroRanking(samples, space.count(), end);
  }

  private void begin(
      Iterator<Configuration> draws, Deque<Underway> underway, ExecutorService compiling) {
    while (draws.hasNext() && underway.size() < AHEAD * compilers.count()) {
      Configuration next = draws.next();
      underway.add(new Underway(next, compiling.submit(() -> compilers.compileMiniature(next))));
    }
  }

  private static void await(Iterable<Underway> all) throws InterruptedException {
    for (Underway one : all) {
      var _ = Concurrently.result(one.compilation());
    }
  }

  private MicroSample attempt(int number, Underway underway, int repetitions, MiniatureScore score)
      throws InterruptedException {
    Configuration configuration = underway.configuration();
    MiniatureOutcome outcome =
        switch (Concurrently.result(underway.compilation())) {
          case Compilation.Compiled(var binary) ->
              device.attempt(configuration, binary, repetitions);
          case Compilation.Failed(String log, boolean timedOut) ->
              new MiniatureOutcome.Refused(
                  new Rejected(timedOut ? Rejection.TIMEOUT : Rejection.COMPILE_ERROR, "", log));
        };
    return new MicroSample(
        number,
        configuration,
        outcome,
        outcome instanceof MiniatureOutcome.Timed(var timing)
            ? OptionalDouble.of(score.of(configuration, timing))
            : OptionalDouble.empty());
  }

  private static boolean isHopeless(List<MicroSample> samples) {
    return samples.size() >= HOPELESS
        && samples.stream()
            .allMatch(
                sample ->
                    sample.outcome() instanceof MiniatureOutcome.Refused(var rejection)
                        && rejection.reason() == Rejection.COMPILE_ERROR);
  }

  @Override
  public void close() {
    try (compilers) {
      device.close();
    }
  }
}
