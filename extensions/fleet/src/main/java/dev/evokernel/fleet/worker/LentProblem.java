package dev.evokernel.fleet.worker;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.fleet.wire.FleetResult;
import dev.evokernel.fleet.wire.OpenedDevice;
import dev.evokernel.fleet.wire.SharedProblem;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.FinalsProgress;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.workers.ProcessWorkers;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;
import dev.evokernel.workers.SanitizerStep;
import dev.evokernel.workers.WorkerLayout;

/**
 * Problem of a run on the devices of a worker, with the processes of a local run. Thread-safe; one
 * job at a time on each device.
 *
 * @param turns lock that separates jobs if compiling disturbs timing: compilations share it, any
 *     other job holds it exclusively
 */
record LentProblem(SharedProblem problem, RunWorkers workers, Optional<ReadWriteLock> turns)
    implements AutoCloseable {

  /**
   * Starts the processes.
   *
   * @param spec the problem on this host's devices, with all files present
   * @throws EnvironmentException if the host lacks something
   */
  static LentProblem open(SharedProblem problem, RunSpec spec, WorkerFolder folder)
      throws InterruptedException {
    WorkerLayout layout = WorkerLayout.of(spec.backend(), spec.devices().size());
    return new LentProblem(
        problem,
        ProcessWorkers.start(
            spec,
            layout.compileWorkers(),
            layout.alternating() ? 0 : ProcessWorkers.NICENESS,
            folder.cache(),
            _ -> {}),
        layout.alternating() ? Optional.of(new ReentrantReadWriteLock(true)) : Optional.empty());
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
        .orElseThrow(() -> new EnvironmentException("This host has no device '" + id + "'."));
  }

  /**
   * Does a job. A binary that was deleted here is compiled again.
   *
   * @param progress receives the progress of finals
   * @throws InterruptedException if the job was cancelled
   * @throws EnvironmentException if the failure is the host's
   */
  FleetResult done(String id, FleetJob job, Consumer<FinalsProgress> progress)
      throws InterruptedException {
    Optional<Lock> turn =
        turns.map(
            both -> job instanceof FleetJob.CompileThere ? both.readLock() : both.writeLock());
    if (turn.isPresent()) {
      turn.get().lockInterruptibly();
    }
    try {
      return job instanceof FleetJob.CompileThere(Configuration configuration)
          ? new FleetResult.CompiledThere(workers.compile(configuration))
          : done(device(id), job, progress);
    } finally {
      turn.ifPresent(Lock::unlock);
    }
  }

  private FleetResult done(RunDevice device, FleetJob job, Consumer<FinalsProgress> progress)
      throws InterruptedException {
    return switch (job) {
      case FleetJob.CompileThere _ -> throw new IllegalStateException("Handled before.");
      case FleetJob.MakeReady _ -> new FleetResult.ReadyThere(device.ready());
      case FleetJob.RenewProcess _ -> {
        device.renew();
        yield new FleetResult.ReadyThere(device.ready());
      }
      case FleetJob.EvaluateThere(EvaluationRequest request) ->
          new FleetResult.EvaluatedThere(device.evaluate(request));
      case FleetJob.ExamineThere examine ->
          new FleetResult.ExaminedThere(device.examine(examine.configuration(), examine.binary()));
      case FleetJob.SanitizeThere launch ->
          new FleetResult.ExaminedThere(
              workers
                  .sanitizer()
                  .orElseThrow(() -> new EnvironmentException("This host has no sanitizer."))
                  .examine(launch.configuration(), launch.binary(), launch.within()));
      case FleetJob.HoldFinals(FinalsRequest request) ->
          new FleetResult.FinalsEnded(device.finals(request, progress));
    };
  }

  @Override
  public void close() {
    workers.close();
  }
}
