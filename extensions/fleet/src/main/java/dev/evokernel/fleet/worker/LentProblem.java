package dev.evokernel.fleet.worker;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.ContentStore;
import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.fleet.wire.FleetResult;
import dev.evokernel.fleet.wire.OpenedDevice;
import dev.evokernel.fleet.wire.SharedProblem;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsProgress;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.workers.ProcessWorkers;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;
import dev.evokernel.workers.SanitizerStep;
import dev.evokernel.workers.WorkerLayout;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;

/**
 * A run's problem on the devices of a worker: does the jobs of its coordinator with the processes
 * that a run on this host would have. Thread-safe; one job at a time for each device.
 */
final class LentProblem implements AutoCloseable {

  private final SharedProblem problem;
  private final ContentStore store;
  private final RunWorkers workers;

  /**
   * A lock where compiling disturbs timing: compilations share it, every other job has it alone.
   */
  private final Optional<ReadWriteLock> turns;

  private LentProblem(
      SharedProblem problem,
      ContentStore store,
      RunWorkers workers,
      Optional<ReadWriteLock> turns) {
    this.problem = problem;
    this.store = store;
    this.workers = workers;
    this.turns = turns;
  }

  /**
   * Starts the processes.
   *
   * @param spec the problem on this host's devices, whose files are all here
   * @throws EnvironmentException if the host lacks something
   */
  static LentProblem open(SharedProblem problem, RunSpec spec, WorkerFolder folder)
      throws InterruptedException {
    WorkerLayout layout = WorkerLayout.of(spec.backend(), spec.devices().size());
    return new LentProblem(
        problem,
        folder.files(),
        ProcessWorkers.start(
            spec,
            layout.compileWorkers(),
            layout.alternating() ? 0 : ProcessWorkers.NICENESS,
            folder.cache()),
        layout.alternating() ? Optional.of(new ReentrantReadWriteLock(true)) : Optional.empty());
  }

  /** Opens a problem on workers that start no processes. */
  static LentProblem simulated(SharedProblem problem, WorkerFolder folder, RunWorkers workers) {
    return new LentProblem(problem, folder.files(), workers, Optional.empty());
  }

  SharedProblem problem() {
    return problem;
  }

  List<String> devices() {
    return workers.devices().stream().map(device -> device.identity().id()).toList();
  }

  /**
   * @param id one of {@link #devices}
   */
  OpenedDevice facts(String id) {
    RunDevice device = device(id);
    return new OpenedDevice(
        device.limits(),
        device.peaks(),
        workers.compilerVersion(),
        device.opening(),
        device.weaknesses(),
        workers.sanitizer().map(SanitizerStep::usual));
  }

  private RunDevice device(String id) {
    return workers.devices().stream()
        .map(RunDevice.class::cast)
        .filter(device -> device.identity().id().equals(id))
        .findFirst()
        .orElseThrow(() -> new EnvironmentException("There is no device '" + id + "' here."));
  }

  /**
   * Does a job whose binaries are in the store.
   *
   * @param made takes each binary that is compiled, before this returns
   * @param progress hears how far finals are
   * @throws InterruptedException if the job was cancelled
   * @throws EnvironmentException if the host is at fault
   */
  FleetResult done(
      String id, FleetJob job, Consumer<Binary> made, Consumer<FinalsProgress> progress)
      throws InterruptedException {
    Optional<Lock> turn =
        turns.map(
            both -> job instanceof FleetJob.CompileThere ? both.readLock() : both.writeLock());
    if (turn.isPresent()) {
      turn.get().lockInterruptibly();
    }
    try {
      return job instanceof FleetJob.CompileThere(Configuration configuration)
          ? compiled(configuration, made)
          : done(device(id), job, progress);
    } finally {
      turn.ifPresent(Lock::unlock);
    }
  }

  private FleetResult compiled(Configuration configuration, Consumer<Binary> made)
      throws InterruptedException {
    Compilation compilation = workers.compile(configuration);
    if (compilation instanceof Compilation.Compiled(Binary binary)) {
      made.accept(binary);
    }
    return new FleetResult.CompiledThere(compilation);
  }

  private FleetResult done(RunDevice device, FleetJob job, Consumer<FinalsProgress> progress)
      throws InterruptedException {
    return switch (job) {
      case FleetJob.CompileThere _ -> throw new IllegalStateException("No device compiles.");
      case FleetJob.MakeReady _ -> new FleetResult.ReadyThere(device.ready());
      case FleetJob.RenewProcess _ -> {
        device.renew();
        yield new FleetResult.ReadyThere(device.ready());
      }
      case FleetJob.EvaluateThere(EvaluationRequest request) ->
          new FleetResult.EvaluatedThere(device.evaluate(request.with(store.at(request.binary()))));
      case FleetJob.ExamineThere one ->
          new FleetResult.ExaminedThere(
              device.examine(one.configuration(), store.at(one.binary())));
      case FleetJob.SanitizeThere one ->
          new FleetResult.ExaminedThere(
              workers
                  .sanitizer()
                  .orElseThrow(() -> new EnvironmentException("There is no sanitizer here."))
                  .examine(one.configuration(), store.at(one.binary()), one.within()));
      case FleetJob.HoldFinals(FinalsRequest request) ->
          new FleetResult.FinalsEnded(
              device.finals(
                  request.with(
                      request.finalists().stream()
                          .map(one -> new Finalist(one.configuration(), store.at(one.binary())))
                          .toList()),
                  progress));
    };
  }

  @Override
  public void close() {
    workers.close();
  }
}
