package dev.evokernel.fleet;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.worker.Finalist;
import dev.evokernel.worker.FinalistSuccession;
import dev.evokernel.worker.FinalsCourse;
import dev.evokernel.worker.FinalsProgress;
import dev.evokernel.workers.ProcessWorkers;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;
import dev.evokernel.workers.SanitizerStep;
import dev.evokernel.workers.WorkerLayout;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

  /** Where compiling disturbs timing: compilations read, everything else writes. */
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

  /** On workers that start no processes. */
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
   */
  FleetResult done(
      String device, FleetJob job, Consumer<Binary> made, Consumer<FinalsProgress> progress)
      throws InterruptedException {
    try {
      return job instanceof FleetJob.CompileThere one
          ? compiled(one, made)
          : alone(device(device), job, progress);
    } catch (EnvironmentException e) {
      return new FleetResult.HostBroken(String.valueOf(e.getMessage()));
    }
  }

  private FleetResult compiled(FleetJob.CompileThere job, Consumer<Binary> made)
      throws InterruptedException {
    if (turns.isPresent()) {
      turns.get().readLock().lockInterruptibly();
    }
    try {
      Compilation compilation = workers.compile(job.configuration());
      if (compilation instanceof Compilation.Compiled(Binary binary)) {
        made.accept(binary);
      }
      return new FleetResult.CompiledThere(compilation);
    } finally {
      turns.ifPresent(both -> both.readLock().unlock());
    }
  }

  private FleetResult alone(RunDevice device, FleetJob job, Consumer<FinalsProgress> progress)
      throws InterruptedException {
    if (turns.isPresent()) {
      turns.get().writeLock().lockInterruptibly();
    }
    try {
      return done(device, job, progress);
    } finally {
      turns.ifPresent(both -> both.writeLock().unlock());
    }
  }

  private FleetResult done(RunDevice device, FleetJob job, Consumer<FinalsProgress> progress)
      throws InterruptedException {
    return switch (job) {
      case FleetJob.CompileThere _ -> throw new IllegalStateException("Compiled elsewhere.");
      case FleetJob.MakeReady _ -> new FleetResult.ReadyThere(device.ready());
      case FleetJob.RenewProcess _ -> {
        device.renew();
        yield new FleetResult.ReadyThere(device.ready());
      }
      case FleetJob.EvaluateThere one ->
          new FleetResult.EvaluatedThere(
              device.evaluate(
                  one.configuration(),
                  store.at(one.binary()),
                  one.best(),
                  one.limit(),
                  one.shapes()));
      case FleetJob.ExamineThere one ->
          new FleetResult.ExaminedThere(
              device.examine(one.configuration(), store.at(one.binary())));
      case FleetJob.SanitizeThere one ->
          new FleetResult.ExaminedThere(sanitized(one.configuration(), one));
      case FleetJob.HoldFinals finals -> held(device, finals, progress);
    };
  }

  private Optional<Rejected> sanitized(
      dev.evokernel.kernel.Configuration configuration, FleetJob.SanitizeThere job)
      throws InterruptedException {
    return workers
        .sanitizer()
        .orElseThrow(() -> new EnvironmentException("There is no sanitizer here."))
        .examine(configuration, store.at(job.binary()), job.within());
  }

  /** A finalist that fails ends the job: its coordinator knows the successor. */
  private static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient FleetResult.FinalistFailed how;

    Failed(FleetResult.FinalistFailed how) {
      super(how.why().message(), null, false, false);
      this.how = how;
    }
  }

  private FleetResult held(
      RunDevice device, FleetJob.HoldFinals finals, Consumer<FinalsProgress> progress)
      throws InterruptedException {
    List<Finalist> present =
        finals.finalists().stream()
            .map(one -> new Finalist(one.configuration(), store.at(one.binary())))
            .toList();
    FinalistSuccession none =
        (position, why) -> {
          throw new Failed(new FleetResult.FinalistFailed(position, why));
        };
    var course =
        new FinalsCourse() {
          @Override
          public Duration left() {
            return finals.settings().time().within();
          }

          @Override
          public void progressed(FinalsProgress at) {
            progress.accept(at);
          }
        };
    try {
      return new FleetResult.FinalsHeld(device.finals(present, finals.settings(), none, course));
    } catch (Failed failed) {
      return failed.how;
    }
  }

  @Override
  public void close() {
    workers.close();
  }
}
