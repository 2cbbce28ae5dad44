package dev.evokernel.api;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.run.Progress;
import dev.evokernel.run.RunListener;
import dev.evokernel.store.Budget;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ResultStore;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.DeviceReservation;
import dev.evokernel.tuning.SessionStart;
import dev.evokernel.tuning.TemporaryFolder;
import dev.evokernel.tuning.TuningSession;

/**
 * Tuner of one kernel on one device: searches for the fastest correct configuration over its shapes
 * within a budget, as {@code evo run} with the defaults of {@code evo.yaml}.
 *
 * <p>Immutable: each method returns a new tuner.
 */
public final class Tuner {

  private final Job job;
  private final Storage storage;
  private final DeviceReservation reservation;
  private final TuningListener listener;

  private Tuner(Job job, Storage storage, DeviceReservation reservation, TuningListener listener) {
    this.job = job;
    this.storage = storage;
    this.reservation = reservation;
    this.listener = listener;
  }

  /**
   * Creates a tuner for the best device of this machine and all shapes of the kernel, with a budget
   * of 3 minutes and results in memory.
   *
   * @param kernel its folder or its {@code kernel.yaml}
   */
  public static Tuner of(Path kernel) {
    return new Tuner(
        JobReader.defaults(kernel.toAbsolutePath().normalize()),
        new Storage.Memory(),
        DeviceReservation.AT_ONCE,
        TuningListener.NONE);
  }

  private Tuner with(Job other) {
    return new Tuner(other, storage, reservation, listener);
  }

  /**
   * Sets the device.
   *
   * @param device {@code auto}, {@code cpu}, {@code cuda}, a device such as {@code cuda:1}, or
   *     {@code replay:FILE} for a recording, which contains its own kernel
   */
  public Tuner device(String device) {
    return with(job.onDevice(device));
  }

  /**
   * Selects shapes by name or by a condition such as {@code D == 64}; the default is the kernel
   * file's selection.
   */
  public Tuner shapes(String... names) {
    return with(job.onShapes(List.of(names)));
  }

  /**
   * Limits the wall time including finals, in addition to a limit of evaluations.
   *
   * @throws IllegalArgumentException unless above 0
   */
  public Tuner wall(Duration wall) {
    return with(job.within(new Budget(wall, job.budget().evaluations())));
  }

  /**
   * Limits the number of evaluations and removes the limit of wall time.
   *
   * @throws IllegalArgumentException unless above 0
   */
  public Tuner evaluations(long evaluations) {
    return with(job.within(new Budget(Budget.FOREVER, evaluations)));
  }

  /** Sets the random seed; the default is 42. */
  public Tuner randomSeed(long seed) {
    return with(job.searching(job.search().withSeed(seed)));
  }

  public Tuner storage(Storage other) {
    return new Tuner(job, other, reservation, listener);
  }

  /**
   * Sets the time to wait for a device that another run uses; by default the tuner fails at once.
   *
   * @throws IllegalArgumentException if negative
   */
  public Tuner waiting(Duration patience) {
    return new Tuner(job, storage, new DeviceReservation(patience), listener);
  }

  public Tuner listener(TuningListener other) {
    return new Tuner(job, storage, reservation, other);
  }

  /**
   * Searches until the budget is spent or every configuration was tried, and runs the finals. An
   * interrupt of the calling thread ends the search soon; finished evaluations are kept, and the
   * decision is {@link Decision.Unfinished}.
   *
   * @throws InvalidFileException for an invalid {@code kernel.yaml}, or an unknown shape
   * @throws BadInputException if the device does not support the request
   * @throws EnvironmentException if the machine lacks something, the default is rejected, or
   *     another run uses the device
   * @throws InterruptedException if the thread was interrupted before anything was recorded
   */
  public TuningResult tune() throws InterruptedException {
    return switch (storage) {
      case Storage.Folder(Path results) -> {
        Path folder = results.toAbsolutePath().normalize();
        try (ResultStore store = ResultStore.open(folder.resolve(ResultStore.FILE_NAME))) {
          yield tune(folder, store);
        }
      }
      case Storage.Memory _ -> {
        try (TemporaryFolder folder = TemporaryFolder.make();
            ResultStore store = ResultStore.inMemory(folder.folder())) {
          yield tune(folder.folder(), store);
        }
      }
    };
  }

  private TuningResult tune(Path results, ResultStore store) throws InterruptedException {
    var heard = new Heard(listener);
    try (TuningSession session =
        TuningSession.begin(
            job.into(results).described(),
            Optional.of(store),
            Optional.empty(),
            SessionStart.now(reservation, listener::message))) {
      return TuningResult.of(session.run(heard, listener::message));
    }
  }

  private record Heard(TuningListener listener) implements RunListener {

    @Override
    public void began(String activity) {
      listener.message(activity);
    }

    @Override
    public void evaluated(Evaluation evaluation, Progress progress) {
      listener.evaluated(
          new TuningListener.Progress(
              progress.evaluations(), progress.rejected(), progress.speedUp(), progress.spent()));
    }
  }
}
