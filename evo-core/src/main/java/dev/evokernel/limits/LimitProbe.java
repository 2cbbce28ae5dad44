package dev.evokernel.limits;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Peaks;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.ShippedSources;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.measure.Race;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.spec.Host;
import dev.evokernel.store.MeasuredLimits;
import dev.evokernel.store.MeasuredLimits.Figure;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.CompileJob;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.protocol.EvaluationRequest;

/**
 * Measures the limits of a device with the kernel {@code probe}, through compiler, worker,
 * correctness gate and sampling as for any kernel.
 */
public record LimitProbe(
    Backend backend,
    DeviceIdentity device,
    Path scratch,
    InstantSource clock,
    Consumer<String> progress) {

  private static final Duration COMPILE_LIMIT = Duration.ofMinutes(2);
  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final long SEED = 42;

  /** Threads per CPU core: one is the probe's own, and the load average lags behind. */
  private static final double BUSY = 2;

  /**
   * Reads the limits that the device reports.
   *
   * @throws EnvironmentException if the machine lacks something
   */
  public DeviceLimits describe() throws InterruptedException {
    progress.accept("asking the device for its limits");
    Kernel probe = probe();
    try (CompileWorker compiler = compiler(probe);
        DeviceWorker worker = worker(probe, ProbeSteps.single(probe), compiler.reference())) {
      return worker.limits();
    }
  }

  /**
   * Measures every limit.
   *
   * @throws EnvironmentException if the machine lacks something, or a figure exceeds a peak
   */
  public MeasuredLimits measure(OptionalLong copyBytes) throws InterruptedException {
    Kernel probe = probe();
    DeviceLimits limits = describe();
    try (CompileWorker compiler = compiler(probe)) {
      PreparedReference reference = compiler.reference();
      var figures = new ArrayList<Figure>();
      boolean disturbed = false;
      for (ProbeSteps.Step step : new ProbeSteps(probe, limits).all(copyBytes)) {
        progress.accept("measuring: " + step.quantity().title());
        try (DeviceWorker worker = worker(probe, step.shape(), reference)) {
          Map<Configuration, Measurement> measured = measured(step, compiler, worker);
          Figure fastest =
              measured.entrySet().stream()
                  .map(entry -> figure(step, entry.getKey(), entry.getValue()))
                  .min(Comparator.comparingDouble(Figure::p50))
                  .orElseThrow();
          figures.add(credible(fastest, worker.peaks()));
          disturbed |=
              measured.values().stream()
                  .anyMatch(known -> isDisturbed(known.device(), worker.limits()));
        }
      }
      if (disturbed) {
        progress.accept(
            "Other load disturbed the device, so these limits are too low. Measure them again when"
                + " it is idle: --measure");
      }
      return new MeasuredLimits(
          backend.name(),
          device,
          limits,
          compiler.compilerVersion(),
          Host.name(),
          clock.instant(),
          figures);
    }
  }

  private Kernel probe() {
    try {
      return KernelReader.read(ShippedSources.probe(scratch), backend.name());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<Configuration, Measurement> measured(
      ProbeSteps.Step step, CompileWorker compiler, DeviceWorker worker)
      throws InterruptedException {
    var measured = new LinkedHashMap<Configuration, Measurement>();
    var failures = new ArrayList<String>();
    for (Configuration configuration : step.configurations()) {
      switch (compiler.compile(configuration)) {
        case Compilation.Failed(String log, boolean _) -> failures.add(log);
        case Compilation.Compiled(Binary binary) -> {
          var request = EvaluationRequest.of(configuration, binary).sampledBy(sampling(step));
          switch (worker.evaluate(request).outcome()) {
            case Outcome.Rejected rejected -> failures.add(rejected.message());
            case Outcome.Measured(List<Measurement> shapes) ->
                measured.put(configuration, shapes.getFirst());
          }
        }
      }
    }
    if (measured.isEmpty()) {
      throw new EnvironmentException(
          "The %s of %s could not be measured: %s"
              .formatted(step.quantity().title(), device.model(), failures.getFirst()));
    }
    return measured;
  }

  private static boolean isDisturbed(DeviceState state, DeviceLimits limits) {
    return state.isDisturbed() || state.load().orElse(0) > BUSY * limits.value(Limit.CORES);
  }

  private static Figure figure(
      ProbeSteps.Step step, Configuration configuration, Measurement measurement) {
    Shape shape = step.shape();
    double amount =
        switch (step.quantity().unit()) {
          case BYTES -> ProbeSteps.bytes(shape);
          case FLOPS -> ProbeSteps.flops(shape);
          case LAUNCHES -> 1;
        };
    return new Figure(
        step.quantity(),
        amount,
        measurement.samples().p50(),
        measurement.samples().count(),
        configuration + " on " + shape,
        measurement.device().coreMegahertz());
  }

  static Figure credible(Figure figure, Peaks peaks) {
    OptionalDouble peak =
        switch (figure.quantity()) {
          case MEMORY ->
              peaks.farBytesPerSecond().isPresent()
                  ? peaks.farBytesPerSecond()
                  : peaks.bytesPerSecond();
          case CACHE -> peaks.bytesPerSecond();
          case F16, BF16, F32 -> peaks.flopsPerSecond();
          case LAUNCH, SINGLE_LAUNCH, REGION -> OptionalDouble.empty();
        };
    if (peak.isPresent() && figure.perSecond() > peak.getAsDouble()) {
      throw new EnvironmentException(
          String.format(
              Locale.ROOT,
              "The %s was measured as %.4g a second (%s), and the device's peak is %.4g. The figure"
                  + " is not stored. Maybe its clocks or its timer differ from what the driver"
                  + " reports; look at: evo doctor",
              figure.quantity().title(),
              figure.perSecond(),
              figure.how(),
              peak.getAsDouble()));
    }
    return figure;
  }

  private static SamplingSettings sampling(ProbeSteps.Step step) {
    SamplingSettings settings =
        SamplingSettings.DEFAULT.racing(Race.OFF).between(ProbeSteps.AT_LEAST, ProbeSteps.AT_MOST);
    return step.alone() ? settings.inSamplesOf(Duration.ofNanos(1)) : settings;
  }

  private CompileWorker compiler(Kernel probe) throws InterruptedException {
    return CompileWorker.start(
        LaunchSpec.ofThisJvm(scratch.resolve("logs")),
        new CompileJob(
            probe.file(), backend.name(), device, scratch.resolve("cache"), COMPILE_LIMIT),
        "compile-1");
  }

  private DeviceWorker worker(Kernel probe, Shape shape, PreparedReference reference)
      throws InterruptedException {
    return DeviceWorker.start(
        LaunchSpec.ofThisJvm(scratch.resolve("logs")),
        new DeviceJob(
            probe.file(),
            backend.name(),
            device,
            reference,
            List.of(shape),
            List.of(SEED),
            SamplingSettings.DEFAULT,
            DEADLINE));
  }
}
