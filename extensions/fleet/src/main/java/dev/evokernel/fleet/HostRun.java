package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.ArrayProgram;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.spec.EvaluationSpec.Timeouts;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.workers.ProcessWorkers;
import dev.evokernel.workers.SanitizerRun;
import dev.evokernel.workers.WorkerLayout;

/**
 * Run on the devices of one host, with the processes of a local run. A host runs only what it
 * compiled itself: binaries stay where they were compiled.
 *
 * <p>All work has a limit above those that the supervisor keeps. A worker that reports progress
 * without end extends those, but not these.
 */
final class HostRun implements AutoCloseable {

  /** Attempts at a step; each may need a fresh device process. */
  private static final int TRIES = 3;

  /** Special inputs of an examination, at most. */
  private static final int SPECIAL = 4;

  /** Time of a step that has no other limit, for example the start of a process. */
  private static final Duration STEP = Duration.ofMinutes(1);

  /** Longest opening of a device that counts. */
  private static final Duration LONGEST_OPENING = Duration.ofMinutes(10);

  private static final String COPY = "kernel";

  private final HostLink link;
  private final OfferedDevice model;
  private final RunSpec spec;
  private final ProcessWorkers workers;
  private final List<FleetDevice> devices;
  private final Duration start;
  private final int compilers;
  private final AtomicInteger compiling = new AtomicInteger();
  private final Map<Configuration, Compilation> made = new ConcurrentHashMap<>();

  /**
   * Separates jobs if compiling disturbs timing: compilations share it, all else holds it alone.
   */
  private final Optional<ReadWriteLock> turns;

  /** Run to open on hosts, and the number of hosts that are opening it. */
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
    this.start =
        timeouts(spec)
            .evaluation()
            .plus(least(workers.device().opening(), LONGEST_OPENING))
            .multipliedBy(TRIES);
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
    int compilers = link.like(model).stream().mapToInt(OfferedDevice::compilers).sum();
    var layout = new WorkerLayout(compilers, spec.backend().compilingDisturbsTiming());
    int niceness = layout.alternating() ? 0 : ProcessWorkers.NICENESS;
    ProcessWorkers workers =
        link.within(
            opening(spec),
            "the start of its processes",
            () -> ProcessWorkers.start(spec, machine, compilers, niceness));
    return new HostRun(link, model, spec, layout, workers);
  }

  private static Timeouts timeouts(RunSpec spec) {
    return spec.evaluation().timeouts();
  }

  /** Limit for compiling and running the reference on each shape and input set. */
  private static Duration opening(RunSpec spec) {
    Duration reference =
        spec.kernel().programs().map(ArrayProgram::limit).reduce(Duration.ZERO, Duration::plus);
    int stages = spec.shapes().size() * spec.evaluation().verification().inputSets() + TRIES;
    return timeouts(spec)
        .evaluation()
        .plus(reference)
        .plus(STEP)
        .multipliedBy(stages)
        .plus(timeouts(spec).compile().multipliedBy(TRIES));
  }

  Duration evaluating(EvaluationRequest request) {
    return least(request.limit(), timeouts(spec).evaluation()).multipliedBy(TRIES).plus(start);
  }

  Duration examining() {
    return start.multipliedBy(1L + SPECIAL + spec.evaluation().verification().fuzz());
  }

  Duration sanitizing(Duration within) {
    return least(within, SanitizerRun.LIMIT).plus(start);
  }

  Duration finals(FinalsRequest request) {
    FinalsSettings settings = request.settings();
    if (settings.time().isLimited()) {
      return settings.time().within().multipliedBy(2).plus(start);
    }
    int measured = request.finalists().size() + request.baselines().size();
    Duration rounds = settings.atMost().multipliedBy(spec.shapes().size());
    return timeouts(spec).evaluation().multipliedBy(measured).plus(rounds).plus(start);
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  Duration start() {
    return start;
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
              timeouts(spec).compile().multipliedBy(TRIES),
              "a compilation",
              () -> {
                Compilation own = workers.compile(configuration);
                FleetDevice.require(own);
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
