package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.config.Job;
import dev.evokernel.config.SearchOptions;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.run.MigrantExchange;
import dev.evokernel.run.RunEnvironment;
import dev.evokernel.run.TuningRun;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.ResultStore;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.ChosenDevice;
import dev.evokernel.tuning.KernelOnDevice;
import dev.evokernel.tuning.KernelOnDevice.LiveKernel;
import dev.evokernel.workers.WorkerLayout;

/**
 * Kernel on devices that workers on other hosts lend.
 *
 * @param live the kernel on the first device, as if the device were local
 * @param model the model of every device of the run
 * @param exchange exchange with the runs on other models; empty for a single run
 * @param fleet the first run of the fleet; empty for that run itself
 */
record FleetKernel(
    LiveKernel live,
    Fleet hosts,
    OfferedDevice model,
    Optional<MigrantExchange> exchange,
    Optional<String> fleet)
    implements KernelOnDevice {

  private static final String ANY = "auto";

  /**
   * Waits for the first worker with a device that the kernel and the job allow. From then on, all
   * allowed devices of its backend suit.
   *
   * @param models names of the allowed models; empty for any
   * @throws BadInputException if no device could suit, or the job replays a recording
   */
  static OfferedDevice first(Job job, Fleet hosts, Set<String> models) throws InterruptedException {
    List<String> backends = valid(job);
    String wanted =
        models.isEmpty()
            ? "a device for %s".formatted(String.join(" or ", backends))
            : String.join(" or ", models);
    Predicate<OfferedDevice> suits =
        device -> models.isEmpty() || models.contains(device.identity().model());
    OfferedDevice first =
        hosts.first(wanted, suits.and(device -> backends.contains(device.backend())));
    hosts.want(suits.and(device -> device.backend().equals(first.backend())));
    return first;
  }

  static FleetKernel on(
      OfferedDevice first,
      Job job,
      Fleet hosts,
      Optional<MigrantExchange> exchange,
      Optional<String> fleet) {
    KernelFile file = KernelFile.at(job.kernel().toAbsolutePath().normalize());
    var chosen =
        new ChosenDevice(
            Backend.named(first.backend()),
            List.of(first.identity()),
            job.device(),
            "a worker lends it; ");
    Kernel kernel = file.read(first.backend());
    LiveKernel whole = new LiveKernel(chosen, kernel, List.of(), List.of());
    return new FleetKernel(
        kernel.variants().isEmpty() && job.variants().isEmpty()
            ? whole
            : whole.narrowed(job.variants(), job.on(kernel).shapes(), first.limits()),
        hosts,
        first,
        exchange,
        fleet);
  }

  /**
   * Checks the kernel and the job before any wait.
   *
   * @return backends that the job allows
   * @throws BadInputException if no device could suit, or the job replays a recording
   * @throws InvalidFileException if the kernel is invalid
   */
  static List<String> valid(Job job) {
    if (job.recording().isPresent()) {
      throw new BadInputException(
          "A recording needs no fleet. Omit --fleet and 'fleet:', or name another 'device'.");
    }
    KernelFile file = KernelFile.at(job.kernel().toAbsolutePath().normalize());
    List<String> sections = file.backends();
    String wish = job.device().split(":", 2)[0];
    List<String> backends =
        wish.equals(ANY) ? sections : sections.stream().filter(wish::equals).toList();
    if (backends.isEmpty()) {
      throw new BadInputException(
          "The kernel has no section for the backend '%s', only for %s. Choose another 'device', or add the section to kernel.yaml.",
          wish, sections);
    }
    for (String backend : backends) {
      var _ = job.on(file.read(backend));
    }
    return backends;
  }

  @Override
  public ChosenDevice chosen() {
    return live.chosen();
  }

  /** Empty, since each worker holds the locks of its devices. */
  @Override
  public List<ChosenDevice> reserved() {
    return List.of();
  }

  @Override
  public Kernel kernel() {
    return live.kernel();
  }

  @Override
  public void requireMetrics(Objective objective) {
    live.requireMetrics(objective);
  }

  /** Does nothing, since the sanitizer is on the workers' hosts. */
  @Override
  public void requireSanitizer(Job job) {}

  @Override
  public List<String> notes() {
    return live.notes();
  }

  @Override
  public KernelOnDevice copiedTo(Path runFolder, Job job, Consumer<String> news)
      throws InterruptedException {
    if (!live.kernel().namesDefault()) {
      throw new BadInputException(
          "%s names no default, and a fleet cannot search for one. Write 'default:', for example the default that a run without --fleet found.",
          live.kernel().file());
    }
    return new FleetKernel(live.copiedTo(runFolder, job, news), hosts, model, exchange, fleet);
  }

  /** Configurations that the runs on other models offer so far. */
  @Override
  public List<InitialConfiguration> found() {
    return exchange.stream().flatMap(others -> others.offered("").stream()).toList();
  }

  @Override
  public String device(Path runFolder) {
    return live.device(runFolder);
  }

  @Override
  public int inFlight(SearchOptions search) {
    return new WorkerLayout(
            Math.max(1, hosts.compilers(model)), chosen().backend().compilingDisturbsTiming())
        .inFlight(search.population(), Math.max(1, hosts.lent(model)));
  }

  @Override
  public TuningRun run(RunSpec spec, ResultStore store, InstantSource clock, long started) {
    RunEnvironment environment =
        RunEnvironment.ofThisMachine(spec, clock)
            .since(started)
            .with(_ -> FleetWorkers.start(spec, hosts, model));
    return new TuningRun(spec, store, exchange.map(environment::among).orElse(environment));
  }
}
