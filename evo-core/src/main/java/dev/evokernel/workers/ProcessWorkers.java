package dev.evokernel.workers;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.Peaks;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Spent;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.VerificationSettings;
import dev.evokernel.worker.CompileJob;
import dev.evokernel.worker.DeviceJob;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.Evaluated;
import dev.evokernel.worker.Finalist;
import dev.evokernel.worker.FinalsResult;
import dev.evokernel.worker.LaunchSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The processes that work for one run: those that compile and the one that owns the device. */
public final class ProcessWorkers implements RunWorkers, DeviceProcess {

  /** Compilers stand back for whoever feeds the device. */
  public static final int NICENESS = 10;

  private final RunSpec plan;
  private final LaunchSpec launch;
  private final DeviceJob job;
  private final WorkerPool compilers;
  private final DeviceWorker device;

  private ProcessWorkers(
      RunSpec plan, LaunchSpec launch, DeviceJob job, WorkerPool compilers, DeviceWorker device) {
    this.plan = plan;
    this.launch = launch;
    this.job = job;
    this.compilers = compilers;
    this.device = device;
  }

  /** As many as this machine is good for. */
  public static ProcessWorkers start(RunSpec plan) throws InterruptedException {
    WorkerLayout workforce = WorkerLayout.of(plan.backend());
    return start(
        plan, workforce.compileWorkers(), workforce.alternating() ? 0 : NICENESS, plan.cache());
  }

  /**
   * @param niceness of the compile workers
   * @param cache the folder of compiled binaries
   */
  public static ProcessWorkers start(RunSpec plan, int compileWorkers, int niceness, Path cache)
      throws InterruptedException {
    LaunchSpec launch = LaunchSpec.ofThisJvm(plan.folder().resolve("logs"));
    var compiling =
        new CompileJob(
            plan.kernel().file(), plan.backend().name(), plan.device(), cache, plan.compileLimit());
    WorkerPool compilers =
        WorkerPool.start(launch.withNiceness(niceness), compiling, compileWorkers);
    try {
      DeviceJob job = job(plan, compilers.reference());
      return new ProcessWorkers(plan, launch, job, compilers, DeviceWorker.start(launch, job));
    } catch (InterruptedException | RuntimeException e) {
      compilers.close();
      throw e;
    }
  }

  /** What a plan's device worker evaluates. */
  private static DeviceJob job(RunSpec plan, PreparedReference reference) {
    return new DeviceJob(
            plan.kernel().file(),
            plan.backend().name(),
            plan.device(),
            reference,
            plan.shapes(),
            plan.stream("inputs").longs(plan.gate().inputSets()).boxed().toList(),
            plan.sampling(),
            plan.deadline())
        .with(plan.examination());
  }

  public WorkerPool compilers() {
    return compilers;
  }

  @Override
  public SearchSpace space() {
    return SearchSpace.of(plan.kernel(), plan.shapes(), limits());
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
  public Optional<DeviceProcess> process() {
    return Optional.of(this);
  }

  @Override
  public int ready() throws InterruptedException {
    return device.ready();
  }

  @Override
  public Assessment evaluate(Configuration configuration, Binary binary, Map<String, Double> best)
      throws InterruptedException {
    return evaluate(configuration, binary, best, job.deadline());
  }

  /** The same, sampled in another way than the plan says. */
  public Evaluated evaluate(
      Configuration configuration,
      Binary binary,
      Map<String, Double> best,
      SamplingSettings sampling)
      throws InterruptedException {
    return device.evaluate(configuration, binary, best, sampling);
  }

  @Override
  public Assessment evaluate(
      Configuration configuration, Binary binary, Map<String, Double> best, Duration limit)
      throws InterruptedException {
    long began = System.nanoTime();
    long opening = device.opening().toNanos();
    Evaluated evaluated = device.evaluate(configuration, binary, best, limit);
    boolean processLost = evaluated.spent().equals(Spent.NOTHING);
    return new Assessment(
        evaluated.outcome(),
        evaluated.spent(),
        processLost ? System.nanoTime() - began : device.opening().toNanos() - opening);
  }

  @Override
  public Optional<Rejected> examine(Configuration configuration, Binary binary)
      throws InterruptedException {
    return device.examine(configuration, binary);
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
    return plan.gate().sanitizer() == VerificationSettings.Sanitizing.NEVER
        ? Optional.empty()
        : plan.backend()
            .sanitizer()
            .map(sanitizer -> new SanitizerRun(plan, sanitizer, launch, job));
  }

  /** In a fresh process. */
  @Override
  public FinalsResult finals(List<Finalist> entrants, FinalsSettings settings)
      throws InterruptedException {
    try (DeviceWorker fresh = DeviceWorker.start(launch, job)) {
      return fresh.finals(entrants, plan.baselines(), settings);
    }
  }

  @Override
  public void close() {
    try (compilers) {
      device.close();
    }
  }
}
