package dev.evokernel.workers;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.Peaks;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.VerificationSettings;
import dev.evokernel.worker.CompileJob;
import dev.evokernel.worker.DeviceJob;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.Evaluated;
import dev.evokernel.worker.Finalist;
import dev.evokernel.worker.FinalistSuccession;
import dev.evokernel.worker.FinalsCourse;
import dev.evokernel.worker.FinalsResult;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.TimedShapes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The worker processes of one run: compile workers and the device worker. */
public final class ProcessWorkers implements RunWorkers {

  /** Compile workers yield to the threads that feed the device. */
  public static final int NICENESS = 10;

  private final RunSpec spec;
  private final LaunchSpec launch;
  private final DeviceJob job;
  private final WorkerPool compilers;
  private final DeviceWorker device;
  private final Duration opening;

  private ProcessWorkers(
      RunSpec spec, LaunchSpec launch, DeviceJob job, WorkerPool compilers, DeviceWorker device) {
    this.spec = spec;
    this.launch = launch;
    this.job = job;
    this.compilers = compilers;
    this.device = device;
    this.opening = device.opening();
  }

  /** Starts as many processes as {@link WorkerLayout} gives for this machine. */
  public static ProcessWorkers start(RunSpec spec) throws InterruptedException {
    WorkerLayout layout = WorkerLayout.of(spec.backend());
    return start(spec, layout.compileWorkers(), layout.alternating() ? 0 : NICENESS, spec.cache());
  }

  /**
   * @param niceness of the compile workers
   * @param cache the folder of compiled binaries
   */
  public static ProcessWorkers start(RunSpec spec, int compileWorkers, int niceness, Path cache)
      throws InterruptedException {
    LaunchSpec launch = LaunchSpec.ofThisJvm(spec.folder().resolve("logs"));
    var compiling =
        new CompileJob(
                spec.kernel().file(),
                spec.backend().name(),
                spec.device(),
                cache,
                spec.evaluation().timeouts().compile())
            .on(spec.shapes());
    WorkerPool compilers =
        WorkerPool.start(launch.withNiceness(niceness), compiling, compileWorkers);
    try {
      DeviceJob job = job(spec, compilers.reference());
      return new ProcessWorkers(spec, launch, job, compilers, DeviceWorker.start(launch, job));
    } catch (InterruptedException | RuntimeException e) {
      compilers.close();
      throw e;
    }
  }

  /** The job of a spec's device worker. */
  private static DeviceJob job(RunSpec spec, PreparedReference reference) {
    return new DeviceJob(
            spec.kernel().file(),
            spec.backend().name(),
            spec.device(),
            reference,
            spec.shapes(),
            spec.stream("inputs")
                .longs(spec.evaluation().verification().inputSets())
                .boxed()
                .toList(),
            spec.evaluation().sampling(),
            spec.evaluation().timeouts().evaluation())
        .with(spec.examination());
  }

  public WorkerPool compilers() {
    return compilers;
  }

  @Override
  public SearchSpace space() {
    return SearchSpace.of(spec.kernel(), spec.shapes(), limits());
  }

  @Override
  public String compilerVersion() {
    return compilers.version();
  }

  @Override
  public int compilerCount() {
    return compilers.count();
  }

  @Override
  public Compilation compile(Configuration configuration) throws InterruptedException {
    return compilers.compile(configuration);
  }

  @Override
  public DeviceLimits limits() {
    return device.limits();
  }

  @Override
  public void renew() {
    device.discard();
  }

  /** A process that starts now needs the reference, which may have been deleted from the cache. */
  @Override
  public int ready() throws InterruptedException {
    restoreReference();
    return device.ready();
  }

  @Override
  public Evaluated evaluate(Configuration configuration, Binary binary, Map<String, Double> best)
      throws InterruptedException {
    return evaluate(configuration, binary, best, job.deadline());
  }

  /** The same with other sampling settings than the spec's. */
  public Evaluated evaluate(
      Configuration configuration,
      Binary binary,
      Map<String, Double> best,
      SamplingSettings sampling)
      throws InterruptedException {
    return device.evaluate(configuration, binary, best, sampling);
  }

  @Override
  public Evaluated evaluate(
      Configuration configuration, Binary binary, Map<String, Double> best, Duration limit)
      throws InterruptedException {
    return evaluate(configuration, binary, best, limit, TimedShapes.ALL);
  }

  @Override
  public Evaluated evaluate(
      Configuration configuration,
      Binary binary,
      Map<String, Double> best,
      Duration limit,
      TimedShapes shapes)
      throws InterruptedException {
    Binary present = present(configuration, binary);
    Evaluated evaluated = device.evaluate(configuration, present, best, limit, shapes);
    return evaluated.outcome() instanceof Rejected rejected && isDeleted(present, rejected)
        ? device
            .evaluate(configuration, present(configuration, present), best, limit, shapes)
            .after(evaluated)
        : evaluated;
  }

  @Override
  public Optional<Rejected> examine(Configuration configuration, Binary binary)
      throws InterruptedException {
    Binary present = present(configuration, binary);
    Optional<Rejected> refusal = device.examine(configuration, present);
    return refusal.filter(rejected -> isDeleted(present, rejected)).isPresent()
        ? device.examine(configuration, present(configuration, present))
        : refusal;
  }

  /** The cache may be deleted at any time: the binary, compiled again if it is gone. */
  private Binary present(Configuration configuration, Binary binary) throws InterruptedException {
    if (binary.exists()) {
      return binary;
    }
    return switch (compile(configuration)) {
      case Compilation.Compiled(Binary again) -> again;
      case Compilation.Failed(String log, boolean _) ->
          throw new EnvironmentException(
              "The binary of %s was deleted from the cache %s, and does not compile again: %s"
                  .formatted(configuration, spec.cache(), log));
    };
  }

  /** Whether it could not be loaded for that reason. */
  private static boolean isDeleted(Binary binary, Rejected rejected) {
    return rejected.reason() == Rejection.LAUNCH_FAILURE && !binary.exists();
  }

  /** At the same place: the cache names binaries by their content. */
  private void restoreReference() throws InterruptedException {
    if (job.reference().binary().filter(one -> !one.exists()).isPresent()) {
      compilers.reference();
    }
  }

  /** As long as the first one took. */
  @Override
  public Duration opening() {
    return opening;
  }

  @Override
  public Peaks peaks() {
    return device.peaks();
  }

  @Override
  public List<String> weaknesses() {
    return device.weaknesses();
  }

  @Override
  public Optional<SanitizerRun> sanitizer() {
    return spec.evaluation().verification().sanitizer() == VerificationSettings.Sanitizing.NEVER
        ? Optional.empty()
        : spec.backend()
            .sanitizer()
            .filter(sanitizer -> sanitizer.examines(spec.kernel()))
            .map(sanitizer -> new SanitizerRun(spec, sanitizer, launch, job));
  }

  /** In a fresh device process. */
  @Override
  public FinalsResult finals(
      List<Finalist> finalists,
      FinalsSettings settings,
      FinalistSuccession succession,
      FinalsCourse course)
      throws InterruptedException {
    restoreReference();
    var present = new ArrayList<Finalist>();
    for (Finalist one : finalists) {
      present.add(new Finalist(one.configuration(), present(one.configuration(), one.binary())));
    }
    try (DeviceWorker fresh = DeviceWorker.start(launch, job)) {
      List<String> baselines =
          settings.process().isFirst() ? spec.acceptance().baselines() : List.of();
      return fresh.finals(present, baselines, settings, succession, course);
    }
  }

  @Override
  public void close() {
    try (compilers) {
      device.close();
    }
  }
}
