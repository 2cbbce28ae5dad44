package dev.evokernel.workers;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Peaks;
import dev.evokernel.comparison.Concurrently;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.Supervisor;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.JobTarget;
import dev.evokernel.worker.protocol.Reply;

/** A device of a machine, in a worker process. */
public final class ProcessDevice implements RunDevice, AutoCloseable {

  private final RunSpec spec;
  private final WorkerMachine machine;
  private final DeviceJob job;
  private final WorkerPool compilers;
  private final DeviceWorker device;
  private final Duration opening;
  private final Deque<DeviceWorker> ahead = new ConcurrentLinkedDeque<>();

  private ProcessDevice(
      RunSpec spec,
      WorkerMachine machine,
      DeviceJob job,
      WorkerPool compilers,
      DeviceWorker device) {
    this.spec = spec;
    this.machine = machine;
    this.job = job;
    this.compilers = compilers;
    this.device = device;
    this.opening = device.opening();
  }

  /** Starts the process, which opens the device while the reference is compiled. */
  static ProcessDevice start(
      RunSpec spec,
      WorkerMachine machine,
      DeviceIdentity identity,
      Future<PreparedReference> reference,
      Future<WorkerPool> compilers)
      throws InterruptedException {
    var target = new JobTarget(machine.kernelFile(), spec.backend().name(), identity);
    Supervisor.Pending<DeviceJob> job =
        () -> {
          PreparedReference prepared = Concurrently.result(reference);
          restore(prepared, machine, Concurrently.result(compilers));
          return job(spec, machine, identity, prepared);
        };
    DeviceWorker device = DeviceWorker.start(machine.launch(), target, job);
    return new ProcessDevice(spec, machine, job.await(), Concurrently.result(compilers), device);
  }

  private static DeviceJob job(
      RunSpec spec, WorkerMachine machine, DeviceIdentity identity, PreparedReference reference) {
    return new DeviceJob(
            machine.kernelFile(),
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
  }

  @Override
  public DeviceIdentity identity() {
    return job.target().device();
  }

  @Override
  public String host() {
    return machine.host();
  }

  @Override
  public DeviceLimits limits() {
    return device.limits();
  }

  @Override
  public void renew() {
    device.discard();
  }

  @Override
  public int ready() throws InterruptedException {
    return device.ready();
  }

  @Override
  public Evaluated evaluate(EvaluationRequest request) throws InterruptedException {
    EvaluationRequest asked = present(request);
    Evaluated evaluated = device.evaluate(asked);
    return evaluated.outcome() instanceof Rejected rejected && isDeleted(asked.binary(), rejected)
        ? device.evaluate(asked.with(recompiled(asked.configuration()))).after(evaluated)
        : evaluated;
  }

  private EvaluationRequest present(EvaluationRequest request) throws InterruptedException {
    return request.with(present(request.configuration(), request.binary()));
  }

  @Override
  public Optional<Rejected> examine(Configuration configuration, Binary binary)
      throws InterruptedException {
    Binary present = present(configuration, binary);
    trySpecial(configuration, present);
    Optional<Rejected> refusal = device.examine(configuration, present);
    return refusal.filter(rejected -> isDeleted(present, rejected)).isPresent()
        ? device.examine(configuration, recompiled(configuration))
        : refusal;
  }

  private void trySpecial(Configuration configuration, Binary binary) throws InterruptedException {
    if (device.knowsSpecial()
        || !spec.kernel().namesDefault()
        || spec.kernel().entryPoint().signature().usualSpecial().isEmpty()) {
      return;
    }
    Configuration theDefault = spec.kernel().defaultConfiguration();
    device.trySpecial(
        theDefault,
        configuration.equals(theDefault)
            ? binary
            : compilers.binary(
                theDefault, "The default, which special inputs need, could not be compiled"));
  }

  private Binary present(Configuration configuration, Binary binary) throws InterruptedException {
    return machine.mayLack(binary) ? recompiled(configuration) : binary;
  }

  private Binary recompiled(Configuration configuration) throws InterruptedException {
    return compilers.binary(
        configuration,
        "The binary of %s was deleted from the cache %s and could not be recompiled"
            .formatted(configuration, machine.cache()));
  }

  private boolean isDeleted(Binary binary, Rejected rejected) {
    return rejected.reason() == Rejection.LAUNCH_FAILURE && !machine.has(binary);
  }

  /**
   * Compiles a reference again that was deleted from the machine's cache. The path stays, because
   * the cache names binaries by content.
   */
  private static void restore(
      PreparedReference reference, WorkerMachine machine, WorkerPool compilers)
      throws InterruptedException {
    if (reference.binary().filter(binary -> !machine.has(binary)).isPresent()) {
      var _ = compilers.reference();
    }
  }

  /** Returns the start time of the first process. */
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
  public FinalsAttempt finals(FinalsRequest request, Consumer<Reply.FinalsProgress> progress)
      throws InterruptedException {
    restore(job.reference(), machine, compilers);
    var present = new ArrayList<Finalist>();
    for (Finalist one : request.finalists()) {
      present.add(new Finalist(one.configuration(), present(one.configuration(), one.binary())));
    }
    DeviceWorker open = ahead.poll();
    try (DeviceWorker fresh = open == null ? opened() : open) {
      return fresh.finals(request.with(present), progress);
    }
  }

  private DeviceWorker opened() throws InterruptedException {
    try {
      return DeviceWorker.start(machine.launch(), job);
    } catch (EnvironmentException e) {
      device.discard(); // The search's process is idle, and maybe holds the memory that is missing.
      return DeviceWorker.start(machine.launch(), job);
    }
  }

  @Override
  public boolean opensAhead() {
    return true;
  }

  /**
   * A process that does not open is left to its turn, which reports the reason. On a GPU, the
   * programs of baselines start with the process that times them.
   */
  @Override
  public int openAhead(int count) throws InterruptedException {
    Callable<Boolean> opening = () -> ahead.add(DeviceWorker.start(machine.launch(), job));
    var openings = new ArrayList<>(Collections.nCopies(count, opening));
    boolean times = identity().equals(spec.device()) && !spec.backend().compilingDisturbsTiming();
    if (times && count > 0) {
      DeviceJob first = job.startingAhead(spec.acceptance().baselines());
      openings.set(0, () -> ahead.offerFirst(DeviceWorker.start(machine.launch(), first)));
    }
    try {
      Concurrently.all(openings);
    } catch (EnvironmentException e) {
      // The others are open.
    }
    return ahead.size();
  }

  Optional<SanitizerStep> sanitizer() {
    return machine.sanitizer(job);
  }

  @Override
  public void close() {
    ahead.forEach(DeviceWorker::close);
    device.close();
  }
}
