package dev.evokernel.workers;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.Peaks;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.spec.Host;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.worker.DeviceJob;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.Evaluated;
import dev.evokernel.worker.Finalist;
import dev.evokernel.worker.FinalistSuccession;
import dev.evokernel.worker.FinalsCourse;
import dev.evokernel.worker.FinalsResult;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.TimedShapes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A device of this machine, in a worker process. */
public final class ProcessDevice implements RunDevice, AutoCloseable {

  private final RunSpec spec;
  private final LaunchSpec launch;
  private final DeviceJob job;
  private final WorkerPool compilers;
  private final DeviceWorker device;
  private final Duration opening;

  private ProcessDevice(
      RunSpec spec, LaunchSpec launch, DeviceJob job, WorkerPool compilers, DeviceWorker device) {
    this.spec = spec;
    this.launch = launch;
    this.job = job;
    this.compilers = compilers;
    this.device = device;
    this.opening = device.opening();
  }

  /**
   * Starts the process.
   *
   * @param identity one of the spec's devices
   * @param compilers for binaries that were deleted from the cache
   */
  static ProcessDevice start(
      RunSpec spec,
      LaunchSpec launch,
      DeviceIdentity identity,
      PreparedReference reference,
      WorkerPool compilers)
      throws InterruptedException {
    var job =
        new DeviceJob(
                spec.kernel().file(),
                spec.backend().name(),
                identity,
                reference,
                spec.shapes(),
                spec.stream("inputs")
                    .longs(spec.evaluation().verification().inputSets())
                    .boxed()
                    .toList(),
                spec.evaluation().sampling(),
                spec.evaluation().timeouts().evaluation())
            .with(spec.examination());
    return new ProcessDevice(spec, launch, job, compilers, DeviceWorker.start(launch, job));
  }

  @Override
  public DeviceIdentity identity() {
    return job.target().device();
  }

  @Override
  public String host() {
    return Host.name();
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

  /** On every shape, with other sampling settings than the spec's. */
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
    return switch (compilers.compile(configuration)) {
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

  /** A launch of a candidate under a sanitizer, on this device. */
  Optional<SanitizerRun> sanitizer() {
    return spec.backend()
        .sanitizer()
        .filter(sanitizer -> sanitizer.examines(spec.kernel()))
        .map(sanitizer -> new SanitizerRun(spec, sanitizer, launch, job));
  }

  @Override
  public void close() {
    device.close();
  }
}
