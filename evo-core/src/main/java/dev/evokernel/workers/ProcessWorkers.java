package dev.evokernel.workers;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.comparison.Concurrently;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.VerificationSettings;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.CompileJob;

/** Worker processes of one run: compile workers, and a device worker for each device. */
public final class ProcessWorkers implements RunWorkers {

  /** Niceness of compile workers, which yield to the threads that feed the device. */
  public static final int NICENESS = 10;

  private final RunSpec spec;
  private final WorkerPool compilers;
  private final List<ProcessDevice> devices;

  private ProcessWorkers(RunSpec spec, WorkerPool compilers, List<ProcessDevice> devices) {
    this.spec = spec;
    this.compilers = compilers;
    this.devices = List.copyOf(devices);
  }

  /**
   * Starts the processes of the {@link WorkerLayout} for this machine.
   *
   * @param news receives a line for each preparing step that takes long
   */
  public static ProcessWorkers start(RunSpec spec, Consumer<String> news)
      throws InterruptedException {
    WorkerLayout layout = WorkerLayout.of(spec.backend(), spec.devices().size());
    int niceness = layout.alternating() ? 0 : NICENESS;
    return start(spec, layout.compileWorkers(), niceness, spec.cache(), news);
  }

  /**
   * @param niceness of the compile workers
   * @param cache the folder of compiled binaries
   * @param news receives a line for each preparing step that takes long, until all devices are open
   */
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
    LaunchSpec launch = spec.launch(usual);
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
      return new ProcessWorkers(spec, compilers, devices(spec, launch, compilers));
    } catch (InterruptedException | RuntimeException e) {
      compilers.close();
      throw e;
    } finally {
      opening.set(false);
    }
  }

  /**
   * Starts all devices at once. Each of several devices measures the default first, so the default
   * is compiled in the meantime, once into the shared cache.
   */
  private static List<ProcessDevice> devices(RunSpec spec, LaunchSpec launch, WorkerPool compilers)
      throws InterruptedException {
    PreparedReference reference = compilers.reference();
    var started = new ConcurrentHashMap<DeviceIdentity, ProcessDevice>();
    var tasks = new ArrayList<Callable<Object>>();
    for (DeviceIdentity identity : spec.devices()) {
      tasks.add(
          () -> {
            var device = ProcessDevice.start(spec, launch, identity, reference, compilers);
            started.put(identity, device);
            return device;
          });
    }
    if (spec.devices().size() > 1) {
      tasks.add(() -> compilers.compile(spec.kernel().defaultConfiguration()));
    }
    try {
      Concurrently.all(tasks);
      return spec.devices().stream()
          .map(identity -> Objects.requireNonNull(started.get(identity)))
          .toList();
    } catch (InterruptedException | RuntimeException e) {
      started.values().forEach(ProcessDevice::close);
      throw e;
    }
  }

  public WorkerPool compilers() {
    return compilers;
  }

  @Override
  public List<ProcessDevice> devices() {
    return devices;
  }

  /** Returns {@link #primary} as a process of this machine. */
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
    return compilers.compile(configuration);
  }

  @Override
  public boolean learnsByEnds() {
    return true;
  }

  @Override
  public Optional<SanitizerStep> sanitizer() {
    return spec.evaluation().verification().sanitizer() == VerificationSettings.Sanitizing.NEVER
        ? Optional.empty()
        : device().sanitizer().map(run -> run);
  }

  @Override
  public void close() {
    try (compilers) {
      devices.forEach(ProcessDevice::close);
    }
  }
}
