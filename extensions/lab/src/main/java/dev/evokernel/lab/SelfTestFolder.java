package dev.evokernel.lab;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.run.RunEnvironment;
import dev.evokernel.run.RunListener;
import dev.evokernel.run.SearchStrategy;
import dev.evokernel.run.TuningRun;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.EvaluationSpec.DriftSettings;
import dev.evokernel.spec.EvaluationSpec.Timeouts;
import dev.evokernel.spec.EvaluationSpec.VerificationSettings;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.RunSpec.Acceptance;
import dev.evokernel.spec.RunSpec.Origin;
import dev.evokernel.spec.RunSpec.SearchSpec;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Budget;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.tuning.EvoVersion;
import org.jspecify.annotations.Nullable;

/** Results folder of a self-test, with the specification of its runs. */
record SelfTestFolder(Backend backend, DeviceIdentity device, Kernel kernel, Path results) {

  private static final int INPUT_SETS = 2;

  private static final double ANY_SLOWNESS = 1000;

  /** Writes the files of a kernel that ships with evo below a folder. */
  @FunctionalInterface
  interface Unpacking {

    Path below(Path parent) throws IOException;
  }

  /**
   * Unpacks a kernel into a folder.
   *
   * @param results name of the results folder in it
   * @throws EnvironmentException if the folder cannot be written
   */
  static SelfTestFolder in(
      Path folder, String results, Unpacking kernel, Backend backend, DeviceIdentity device) {
    try {
      Path file = kernel.below(folder.resolve("kernel"));
      return new SelfTestFolder(
          backend, device, KernelReader.read(file, backend.name()), folder.resolve(results));
    } catch (IOException e) {
      throw new EnvironmentException(
          "Cannot write " + folder + ": " + e.getMessage() + ". Free some disk space.", e);
    }
  }

  /** Another results folder, for a run that damages its store. */
  SelfTestFolder beside(String name) {
    return new SelfTestFolder(backend, device, kernel, results.resolve(name));
  }

  Path database() {
    return results.resolve(ResultStore.FILE_NAME);
  }

  FaultInjectionRun.Processes processes(String run) {
    return new FaultInjectionRun.Processes(plan(run).folder().resolve("logs").toAbsolutePath());
  }

  RunSpec plan(String run) {
    return new RunSpec(
        run,
        kernel,
        kernel.shapes(),
        Objective.DEFAULT,
        backend,
        List.of(device),
        false,
        new SearchSpec(SearchSettings.DEFAULT, new Budget(Duration.ofHours(12), Budget.UNLIMITED)),
        new EvaluationSpec(
            new VerificationSettings(INPUT_SETS, 0, VerificationSettings.DEFAULT.sanitizer()),
            SamplingSettings.DEFAULT,
            drift(),
            new Timeouts(compileLimit(), Duration.ofSeconds(3))),
        Acceptance.DEFAULT,
        new Origin(
            kernel.folder(),
            KernelSources.of(kernel).hash(),
            results,
            "evo doctor --self-test --device " + device.id(),
            Optional.empty(),
            EvoVersion.text(),
            Optional.empty()));
  }

  /** Timeout above the need of a healthy candidate; nvcc takes seconds. */
  private Duration compileLimit() {
    return Duration.ofSeconds(backend.compilingDisturbsTiming() ? 3 : 12);
  }

  /** Drift settings that tolerate other programs on shared cores. */
  private DriftSettings drift() {
    return backend.compilingDisturbsTiming()
        ? new DriftSettings(0, OptionalDouble.empty(), OptionalDouble.of(ANY_SLOWNESS))
        : DriftSettings.OFF;
  }

  /** Executes real runs one at a time; any thread can stop them. */
  static final class Jobs {

    private static final RunListener NONE = new RunListener() {};

    private final Function<RunSpec, RunEnvironment> environment;
    private final AtomicReference<@Nullable TuningRun> current = new AtomicReference<>();
    private volatile boolean stopped;

    Jobs(Function<RunSpec, RunEnvironment> environment) {
      this.environment = environment;
    }

    /**
     * Executes or resumes a run.
     *
     * @throws InterruptedException if {@link #stop} was called
     */
    RunHistory run(
        RunSpec plan, ResultStore store, Optional<RunHistory> earlier, SearchStrategy exploration)
        throws InterruptedException {
      var job = new TuningRun(plan, store, environment.apply(plan).choosing(exploration));
      current.set(job);
      try {
        requireWanted();
        job.run(earlier, NONE);
        requireWanted();
        return store.history(plan.id());
      } finally {
        current.set(null);
      }
    }

    void stop() {
      stopped = true;
      TuningRun job = current.get();
      if (job != null) {
        job.stop();
      }
    }

    private void requireWanted() throws InterruptedException {
      if (stopped) {
        throw new InterruptedException("The self-test was stopped.");
      }
    }
  }
}
