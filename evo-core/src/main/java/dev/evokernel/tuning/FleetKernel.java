package dev.evokernel.tuning;

import dev.evokernel.backend.Backend;
import dev.evokernel.config.Job;
import dev.evokernel.config.SearchOptions;
import dev.evokernel.fleet.Coordinator;
import dev.evokernel.fleet.FleetWorkers;
import dev.evokernel.fleet.OfferedDevice;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelFile;
import dev.evokernel.run.RunEnvironment;
import dev.evokernel.run.TuningRun;
import dev.evokernel.spec.Platform;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.ResultStore;
import dev.evokernel.workers.WorkerLayout;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/**
 * A kernel on devices that workers on other hosts lend.
 *
 * @param live the kernel on the first of them, as if it were of this machine
 * @param model that every device of the run is like
 */
record FleetKernel(LiveKernel live, Coordinator coordinator, OfferedDevice model)
    implements KernelOnDevice {

  private static final String ANY = "auto";

  /**
   * Waits for the first worker whose device the kernel and the job allow.
   *
   * @throws BadInputException if no device could, or the job replays a recording
   */
  static FleetKernel of(Job job, Coordinator coordinator) throws InterruptedException {
    List<String> backends = backends(job);
    KernelFile file = KernelFile.at(job.kernel().toAbsolutePath().normalize());
    for (String backend : backends) {
      var _ = job.on(file.read(backend)); // What is wrong with them is said before any wait.
    }
    OfferedDevice first =
        coordinator.first(
            "a device for %s".formatted(String.join(" or ", backends)),
            device -> backends.contains(device.backend()));
    var chosen =
        new ChosenDevice(
            Backend.named(first.backend()),
            List.of(first.identity()),
            job.device(),
            "a worker lends it; ");
    Kernel kernel = file.read(first.backend());
    LiveKernel whole = new LiveKernel(chosen, kernel, List.of());
    return new FleetKernel(
        kernel.variants().isEmpty() && job.variants().isEmpty()
            ? whole
            : whole.narrowed(job.variants(), job.on(kernel).shapes(), first.limits()),
        coordinator,
        first);
  }

  private static List<String> backends(Job job) {
    if (job.recording().isPresent()) {
      throw new BadInputException(
          "A recording needs no fleet. Leave out --fleet and 'fleet:', or name another 'device'.");
    }
    List<String> sections = KernelFile.at(job.kernel().toAbsolutePath().normalize()).backends();
    String wish = job.device().split(":", 2)[0];
    List<String> backends =
        wish.equals(ANY) ? sections : sections.stream().filter(wish::equals).toList();
    if (backends.isEmpty()) {
      throw new BadInputException(
          "The kernel has no section for the backend '%s', only for %s. Maybe choose another 'device', or add the section to kernel.yaml."
              .formatted(wish, sections));
    }
    return backends;
  }

  @Override
  public ChosenDevice chosen() {
    return live.chosen();
  }

  /** Its worker holds the lock. */
  @Override
  public List<ChosenDevice> reserved() {
    return List.of();
  }

  @Override
  public Kernel kernel() {
    return live.kernel();
  }

  @Override
  public Platform platform() {
    return live.platform();
  }

  @Override
  public void requireMetrics(Objective objective) {
    live.requireMetrics(objective);
  }

  @Override
  public void requireLimits(Job job) {}

  /** Whether there is one shows on the workers' hosts. */
  @Override
  public void requireSanitizer(Job job) {}

  @Override
  public List<String> notes() {
    return live.notes();
  }

  @Override
  public KernelOnDevice copiedTo(Path runFolder) {
    return new FleetKernel(live.copiedTo(runFolder), coordinator, model);
  }

  @Override
  public String device(Path runFolder) {
    return live.device(runFolder);
  }

  @Override
  public int inFlight(SearchOptions search) {
    return new WorkerLayout(
            Math.max(1, coordinator.compilers()), chosen().backend().compilingDisturbsTiming())
        .inFlight(search.population());
  }

  @Override
  public TuningRun run(RunSpec spec, ResultStore store, InstantSource clock, SessionStart start) {
    return new TuningRun(
        spec,
        store,
        RunEnvironment.ofThisMachine(spec, clock)
            .since(start.nanos())
            .with(() -> FleetWorkers.start(spec, coordinator, model)));
  }
}
