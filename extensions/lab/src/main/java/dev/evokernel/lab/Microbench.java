package dev.evokernel.lab;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.comparison.Concurrently;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.lab.MicroRanking.MicroSample;
import dev.evokernel.outcome.MiniatureOutcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.Supervisor;
import dev.evokernel.worker.protocol.CompileJob;
import dev.evokernel.worker.protocol.JobTarget;
import dev.evokernel.worker.protocol.MiniatureJob;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.protocol.Request;
import dev.evokernel.workers.ProcessWorkers;
import dev.evokernel.workers.WorkerLayout;
import dev.evokernel.workers.WorkerPool;
import java.time.Duration;
import java.util.List;

/**
 * Ranks configurations by the kernel's miniature. Compilations run concurrently; each miniature
 * runs alone in a worker process, which is replaced after a crash.
 */
public record Microbench(
    RunSpec spec, WorkerPool compilers, MiniatureWorker device, LongSupplier nanoClock)
    implements AutoCloseable {

  /** Compilations in flight per compile worker, since their durations differ. */
  private static final int AHEAD = 4;

  /** Time limit of a miniature, which normally takes milliseconds. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** Number of failed compilations, without a success, that ends sampling. */
  private static final int HOPELESS = 32;

  /** Repetitions of a miniature; the median counts. */
  private static final int REPETITIONS = 9;

  private record Underway(Configuration configuration, Future<Compilation> compilation) {}

  public static Microbench start(RunSpec spec, LongSupplier nanoClock) throws InterruptedException {
    WorkerLayout layout = WorkerLayout.of(spec.backend(), 1);
    LaunchSpec launch = LaunchSpec.ofThisJvm(spec.folder().resolve("logs"));
    var compiling =
        new CompileJob(
                spec.kernel().file(),
                spec.backend().name(),
                spec.device(),
                spec.cache(),
                spec.evaluation().timeouts().compile())
            .on(spec.shapes());
    WorkerPool compilers =
        WorkerPool.start(
            launch.withNiceness(layout.alternating() ? 0 : ProcessWorkers.NICENESS),
            compiling,
            layout.compileWorkers());
    try {
      var target = new JobTarget(spec.kernel().file(), spec.backend().name(), spec.device());
      var job = new MiniatureJob(target, LIMIT);
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

  public SearchSpace space() {
    return SearchSpace.of(spec.kernel(), spec.shapes(), device.limits());
  }

  /**
   * Tries configurations until all samples are taken, the wall time is spent, or the thread is
   * interrupted.
   *
   * @param wanted number of configurations including the default; the whole space if it has fewer
   * @param wall time after which no further configuration is begun
   * @param sink takes, after each sample, a supplier of the ranking so far
   * @throws EnvironmentException if the machine fails
   */
  public MicroRanking rank(
      SearchSpace space, int wanted, Duration wall, Consumer<Supplier<MicroRanking>> sink) {
    long deadline = nanoClock.getAsLong() + wall.toNanos();
    Iterator<Configuration> draws =
        Draws.of(space, spec.kernel().defaultConfiguration().plain(), wanted, spec.stream("micro"))
            .iterator();
    var samples = new ArrayList<MicroSample>();
    var end = MicroRanking.End.COMPLETE;
    var score = new MicroRanking.MiniatureScore(spec.kernel(), spec.shapes(), device.limits());
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
        samples.add(attempt(samples.size(), underway.remove(), score));
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
    for (Underway underway : all) {
      var _ = Concurrently.result(underway.compilation());
    }
  }

  private MicroSample attempt(int number, Underway underway, MicroRanking.MiniatureScore score)
      throws InterruptedException {
    Configuration configuration = underway.configuration();
    MiniatureOutcome outcome =
        switch (Concurrently.result(underway.compilation())) {
          case Compilation.Compiled(var binary) ->
              device.attempt(configuration, binary, REPETITIONS);
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
                    sample.rejected().map(Rejected::reason).stream()
                        .anyMatch(Rejection.COMPILE_ERROR::equals));
  }

  @Override
  public void close() {
    try (compilers) {
      device.close();
    }
  }

  /**
   * Draws the configurations of a microbenchmark: the default, then distinct valid ones with equal
   * probability. A space hardly larger than the sample is shuffled instead, since drawing would
   * find the last ones late.
   */
  static final class Draws {

    /**
     * Largest number of invalid draws for each wanted configuration, in a space without numbering.
     */
    private static final int PATIENCE = 50;

    private Draws() {}

    /**
     * @param wanted number of configurations including the default; the whole space if it has fewer
     */
    static List<Configuration> of(
        SearchSpace space, Configuration defaultConfiguration, int wanted, RandomGenerator random) {
      var drawn = new ArrayList<Configuration>();
      Set<BigInteger> known = new HashSet<>();
      drawn.add(defaultConfiguration);
      known.add(space.identity(space.choices(defaultConfiguration)));
      if (space.isNumbered() && space.size() <= 2L * wanted) {
        List<Integer> indices =
            IntStream.range(0, Math.toIntExact(space.size())).boxed().collect(Collectors.toList());
        Collections.shuffle(indices, Random.from(random));
        indices.forEach(index -> add(space, space.choicesAt(index), drawn, known, wanted));
        return drawn;
      }
      for (long tries = (long) PATIENCE * wanted; tries > 0 && drawn.size() < wanted; tries--) {
        add(space, space.draw(random), drawn, known, wanted);
      }
      return drawn;
    }

    private static void add(
        SearchSpace space,
        int[] choices,
        List<Configuration> drawn,
        Set<BigInteger> known,
        int wanted) {
      if (drawn.size() < wanted && known.add(space.identity(choices))) {
        drawn.add(space.configuration(choices));
      }
    }
  }

  /**
   * The process that runs one kernel's miniature on a device, replaced when a configuration kills
   * it. Calls are handled one at a time. An interrupted call kills the process, and the next call
   * starts another.
   */
  record MiniatureWorker(Supervisor supervisor, Duration deadline, Reply.DeviceOpen device)
      implements AutoCloseable {

    private static final Duration OPENING = Duration.ofSeconds(60);

    /**
     * Starts the process, opens the device and fills the miniature's inputs.
     *
     * @throws EnvironmentException if a step fails
     */
    static MiniatureWorker start(LaunchSpec launch, MiniatureJob job) throws InterruptedException {
      String name = "micro-" + job.target().device().id().replaceAll("\\W", "-");
      var opening = new Supervisor.Opening(new Request.OpenMiniatures(job), OPENING);
      var supervisor = new Supervisor(launch, name, List.of(() -> opening));
      if (supervisor.open() instanceof Reply.DeviceOpen open) {
        return new MiniatureWorker(supervisor, job.deadline(), open);
      }
      throw Supervisor.unexpected();
    }

    DeviceIdentity identity() {
      return device.identity();
    }

    DeviceLimits limits() {
      return device.limits();
    }

    /**
     * Times one configuration. A configuration that kills the process gets a second attempt in a
     * fresh process.
     *
     * @param repetitions the number of samples, whose median is returned
     * @throws EnvironmentException if the machine is at fault, not the miniature
     */
    MiniatureOutcome attempt(Configuration configuration, Binary binary, int repetitions)
        throws InterruptedException {
      var request = new Request.TryMiniature(configuration, binary, repetitions);
      return switch (supervisor.confirmed(request, deadline, false)) {
        case Supervisor.Answer.Given(
                Reply.MiniatureTried(MiniatureOutcome outcome, boolean tainted)) -> {
          if (tainted) {
            supervisor.discard();
          }
          yield outcome;
        }
        case Supervisor.Answer.Given _ -> throw Supervisor.unexpected();
        case Supervisor.Answer.Lost lost -> new MiniatureOutcome.Refused(lost.rejection());
      };
    }

    @Override
    public void close() {
      supervisor.close();
    }

    long pid() {
      return supervisor.pid();
    }
  }
}
