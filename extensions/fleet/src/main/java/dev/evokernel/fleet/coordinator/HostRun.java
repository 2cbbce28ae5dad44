package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.SharedKernel;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.workers.ProcessWorkers;
import dev.evokernel.workers.WorkerLayout;

/**
 * Run on the devices of one host, with the processes of a local run. A host runs only what it
 * compiled itself: binaries stay where they were compiled.
 */
final class HostRun implements AutoCloseable {

  /** Folder of a run's copy of the kernel, below the run's folder. */
  private static final String COPY = "kernel";

  private final HostLink link;
  private final OfferedDevice model;
  private final RunSpec spec;
  private final ProcessWorkers workers;
  private final List<FleetDevice> devices;
  private final WorkLimits limits;
  private final int compilers;
  private final AtomicInteger compiling = new AtomicInteger();
  private final Map<Configuration, Compilation> made = new ConcurrentHashMap<>();

  /**
   * Separates jobs if compiling disturbs timing: compilations share it, all else holds it alone.
   */
  private final Optional<ReadWriteLock> turns;

  /**
   * Run to open on hosts.
   *
   * @param pending hosts that are opening it
   */
  record Opening(RunSpec spec, SharedKernel kernel, AtomicInteger pending) {

    static Opening of(RunSpec spec) {
      return new Opening(
          spec,
          SharedKernel.of(spec.kernel(), spec.folder().resolve(COPY), spec.backend().name()),
          new AtomicInteger());
    }
  }

  private HostRun(
      HostLink link,
      OfferedDevice model,
      RunSpec spec,
      WorkerLayout layout,
      ProcessWorkers workers) {
    this.link = link;
    this.model = model;
    this.spec = spec;
    this.workers = workers;
    this.limits = WorkLimits.of(spec, workers.device().opening());
    this.compilers = layout.compileWorkers();
    this.turns =
        layout.alternating() ? Optional.of(new ReentrantReadWriteLock(true)) : Optional.empty();
    List<OfferedDevice> offered = link.like(model);
    this.devices =
        IntStream.range(0, offered.size())
            .mapToObj(
                i -> new FleetDevice(this, offered.get(i).identity(), workers.devices().get(i)))
            .toList();
  }

  /**
   * Opens a run on a host and starts its processes there.
   *
   * @throws EnvironmentException if the host cannot take part
   */
  static HostRun open(HostLink link, OfferedDevice model, Opening opening)
      throws InterruptedException {
    RunSpec whole = opening.spec();
    RunSpec spec =
        new RunSpec(
            whole.id(),
            whole.kernel(),
            whole.shapes(),
            whole.objective(),
            whole.backend(),
            link.like(model).stream().map(OfferedDevice::own).toList(),
            whole.isReplay(),
            whole.search(),
            whole.evaluation(),
            whole.acceptance(),
            whole.origin());
    var machine = link.open(spec, opening.kernel(), whole.folder().resolve(COPY));
    int compilers =
        link.offered().stream().filter(model::isLike).mapToInt(OfferedDevice::compilers).sum();
    var layout = new WorkerLayout(compilers, spec.backend().compilingDisturbsTiming());
    int niceness = layout.alternating() ? 0 : ProcessWorkers.NICENESS;
    ProcessWorkers workers =
        link.within(
            WorkLimits.ofOpening(spec),
            "the start of its processes",
            () -> ProcessWorkers.start(spec, machine, compilers, niceness));
    return new HostRun(link, model, spec, layout, workers);
  }

  HostLink link() {
    return link;
  }

  OfferedDevice model() {
    return model;
  }

  RunSpec spec() {
    return spec;
  }

  ProcessWorkers workers() {
    return workers;
  }

  WorkLimits limits() {
    return limits;
  }

  List<FleetDevice> devices() {
    return devices;
  }

  AtomicInteger compiling() {
    return compiling;
  }

  int idleCompilers() {
    return compilers - compiling.get();
  }

  boolean has(Configuration configuration) {
    return made.containsKey(configuration);
  }

  /** Returns this host's compilation of a configuration, made now if there is none. */
  Compilation compile(Configuration configuration) throws InterruptedException {
    Compilation known = made.get(configuration);
    if (known == null) {
      known =
          on(
              turns.map(ReadWriteLock::readLock),
              limits.compiling(),
              "a compilation",
              () -> {
                Compilation own = workers.compile(configuration);
                FleetAnswers.require(own);
                return own;
              });
      made.put(configuration, known);
    }
    return known;
  }

  /** Does work on a device, while nothing compiles if that would disturb it. */
  <T> T timed(Duration limit, String what, HostLink.Work<T> work) throws InterruptedException {
    return on(turns.map(ReadWriteLock::writeLock), limit, what, work);
  }

  private <T> T on(Optional<Lock> turn, Duration limit, String what, HostLink.Work<T> work)
      throws InterruptedException {
    if (turn.isPresent()) {
      turn.get().lockInterruptibly();
    }
    try {
      return link.within(limit, what, work);
    } finally {
      turn.ifPresent(Lock::unlock);
    }
  }

  @Override
  public void close() {
    try {
      workers.close();
      link.close(spec.id());
    } catch (EnvironmentException e) {
      // The host is lost, and its processes with it.
    }
  }
}
