package dev.evokernel.workers;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.comparison.Concurrently;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.EvaluationSpec.VerificationSettings;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.CompileJob;
import org.jspecify.annotations.Nullable;

/** Worker processes of one run: compile workers, and a device worker for each device. */
public final class ProcessWorkers implements RunWorkers {

  /** Niceness of compile workers, which yield to the threads that feed the device. */
  public static final int NICENESS = 10;

  private final RunSpec spec;
  private final WorkerPool compilers;
  private final List<ProcessDevice> devices;

  /** The default, compiled at the start; null once it was asked for. */
  private final AtomicReference<@Nullable Compilation> compiledDefault;

  private ProcessWorkers(
      RunSpec spec, WorkerPool compilers, List<ProcessDevice> devices, Compilation ofDefault) {
    this.spec = spec;
    this.compilers = compilers;
    this.devices = List.copyOf(devices);
    this.compiledDefault = new AtomicReference<>(ofDefault);
  }

  /** Starts the processes of the {@link WorkerLayout} for this machine. */
  public static ProcessWorkers start(RunSpec spec, Consumer<String> news)
      throws InterruptedException {
    WorkerLayout layout = WorkerLayout.of(spec.backend(), spec.devices().size());
    int niceness = layout.alternating() ? 0 : NICENESS;
    return start(spec, layout.compileWorkers(), niceness, spec.cache(), news);
  }

  public static ProcessWorkers start(
      RunSpec spec, int compileWorkers, int niceness, Path cache, Consumer<String> news)
      throws InterruptedException {
    var opening = new AtomicBoolean(true);
    LaunchSpec usual =
        LaunchSpec.ofThisJvm(spec.folder().resolve("logs"))
            .telling(
                step -> {
                  if (opening.get()) {
                    news.accept(step);
                  }
                });
    try {
      return start(
          spec, new WorkerMachine.Here(spec, spec.launch(usual), cache), compileWorkers, niceness);
    } finally {
      opening.set(false);
    }
  }

  /**
   * Starts the processes on a machine, which has the spec's devices, all at once. The devices are
   * opened while the reference and the default are compiled.
   */
  public static ProcessWorkers start(
      RunSpec spec, WorkerMachine machine, int compileWorkers, int niceness)
      throws InterruptedException {
    var compiling =
        new CompileJob(
                machine.kernelFile(),
                spec.backend().name(),
                spec.device(),
                machine.cache(),
                spec.evaluation().timeouts().compile())
            .on(spec.shapes());
    LaunchSpec launch = machine.launch().withNiceness(niceness);
    var compilers = new FutureTask<>(() -> WorkerPool.start(launch, compiling, compileWorkers));
    var reference = new FutureTask<>(() -> Concurrently.result(compilers).reference());
    var ofDefault =
        new FutureTask<>(
            () -> {
              if (Concurrently.result(compilers).count() == 1) {
                var _ = Concurrently.result(reference); // The devices wait for it.
              }
              return Concurrently.result(compilers).compile(spec.kernel().defaultConfiguration());
            });
    var devices = new ArrayList<FutureTask<ProcessDevice>>();
    for (DeviceIdentity identity : spec.devices()) {
      devices.add(
          new FutureTask<>(
              () -> ProcessDevice.start(spec, machine, identity, reference, compilers)));
    }
    try {
      Concurrently.all(
          Stream.concat(Stream.of(compilers, reference, ofDefault), devices.stream())
              .map(Executors::callable)
              .toList());
      WorkerPool started = Concurrently.result(compilers);
      var _ = Concurrently.result(reference); // Its failure is also that of the devices.
      var opened = new ArrayList<ProcessDevice>();
      for (Future<ProcessDevice> device : devices) {
        opened.add(Concurrently.result(device));
      }
      return new ProcessWorkers(spec, started, opened, Concurrently.result(ofDefault));
    } catch (InterruptedException | RuntimeException e) {
      devices.stream().filter(ProcessWorkers::isUp).forEach(up -> up.resultNow().close());
      Stream.of(compilers).filter(ProcessWorkers::isUp).forEach(up -> up.resultNow().close());
      throw e;
    }
  }

  private static boolean isUp(Future<?> started) {
    return started.state() == Future.State.SUCCESS;
  }

  @Override
  public List<ProcessDevice> devices() {
    return devices;
  }

  public ProcessDevice device() {
    return devices.getFirst();
  }

  @Override
  public SearchSpace space() {
    return SearchSpace.of(spec.kernel(), spec.shapes(), device().limits());
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
    Compilation early =
        configuration.equals(spec.kernel().defaultConfiguration())
            ? compiledDefault.getAndSet(null)
            : null;
    return early == null ? compilers.compile(configuration) : early;
  }

  @Override
  public boolean learnsByEnds() {
    return true;
  }

  @Override
  public Optional<SanitizerStep> sanitizer() {
    return spec.evaluation().verification().sanitizer() == VerificationSettings.Sanitizing.NEVER
        ? Optional.empty()
        : device().sanitizer();
  }

  @Override
  public void close() {
    var processes = new ArrayList<Runnable>(List.of(compilers::close));
    devices.forEach(device -> processes.add(device::close));
    try {
      Concurrently.all(processes.stream().map(Executors::callable).toList());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      devices.forEach(ProcessDevice::close);
    }
  }
}
