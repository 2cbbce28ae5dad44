package dev.evokernel.tuning;

import dev.evokernel.config.Job;
import dev.evokernel.config.SearchOptions;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelFile;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.replay.SimulatedClock;
import dev.evokernel.run.KernelSnapshot;
import dev.evokernel.run.RunEnvironment;
import dev.evokernel.run.TuningRun;
import dev.evokernel.spec.Hardware;
import dev.evokernel.spec.Platform;
import dev.evokernel.spec.Recording;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.VerificationSettings;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.ResultStore;
import dev.evokernel.workers.WorkerLayout;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/** A kernel on a device of this machine, or a recording, which stands for both. */
record KernelOnDevice(ChosenDevice chosen, Kernel kernel) {

  /**
   * What a job tunes, and on what.
   *
   * @throws dev.evokernel.kernel.InvalidFileException if the kernel or the recording is invalid
   * @throws dev.evokernel.backend.EnvironmentException if this machine has no such device
   */
  static KernelOnDevice of(Job job) {
    return job.recording()
        .map(KernelOnDevice::replaying)
        .orElseGet(() -> of(job.kernel(), job.device()));
  }

  /**
   * @param named the kernel's file or its folder
   * @param wish {@code auto}, a backend or a device
   */
  static KernelOnDevice of(Path named, String wish) {
    KernelFile file = KernelFile.at(named.toAbsolutePath().normalize());
    ChosenDevice chosen = ChosenDevice.choose(wish, file.backends());
    return new KernelOnDevice(chosen, file.read(chosen.backend().name()));
  }

  private static KernelOnDevice replaying(Path recording) {
    return replaying(ReplayBackend.of(recording, WorkingFolder.shown(recording)));
  }

  private static KernelOnDevice replaying(ReplayBackend backend) {
    return new KernelOnDevice(
        new ChosenDevice(backend, backend.devices().getFirst(), ""), backend.kernel());
  }

  boolean isReplay() {
    return chosen.backend() instanceof ReplayBackend;
  }

  /**
   * Refuses what this device is known not to tell or to do, before a run begins.
   *
   * @throws BadInputException if the objective, the sanitizer or the seeding asks for it
   */
  void requireFitFor(Job job, Objective objective) {
    requireMetrics(objective);
    requireSanitizer(job);
    requireLimits(job);
  }

  private void requireMetrics(Objective objective) {
    String device = chosen.device().id();
    if (objective.asksFor(Metric.ENERGY) && !chosen.backend().mayTellEnergy()) {
      throw new BadInputException(
          "The objective asks for energy, and the device '%s' does not report it: GPUs do, and CPUs whose counters may be read (evo doctor). Write 'objective: {minimise: time}', or choose another 'device'."
              .formatted(device));
    }
    if (objective.asksFor(Metric.ACCURACY) && isReplay()) {
      throw new BadInputException(
          "The objective asks for accuracy, and the recording '%s' holds times, no outputs. Write 'objective: {minimise: time}', or choose another 'device'."
              .formatted(device));
    }
  }

  /** Only finalists are sanitized, so that a missing tool would show at the end of the run. */
  void requireSanitizer(Job job) {
    if (job.evaluation().verification().sanitizer() != VerificationSettings.Sanitizing.NEVER
        && chosen.backend().sanitizer().isEmpty()) {
      throw new BadInputException(
          "%s asks for 'sanitizer: %s'. %s Or say 'gate: {sanitizer: never}'."
              .formatted(
                  job.file(),
                  job.evaluation().verification().sanitizer().label(),
                  chosen.backend().sanitizerRemedy()));
    }
  }

  private void requireLimits(Job job) {
    if (job.seeding().hardware() > 0 && isReplay()) {
      throw new BadInputException(
          "%s asks for 'seeding: {hardware: %d}', and a recording does not tell its device's limits. Leave the key out, or choose another 'device'."
              .formatted(job.file(), job.seeding().hardware()));
    }
  }

  /** The same with a run's own copy of the kernel's files. */
  KernelOnDevice copiedTo(Path runFolder) {
    if (chosen.backend() instanceof ReplayBackend original) {
      Path file = original.kernel().file();
      var sources = new KernelSources(original.kernel().folder(), List.of(file));
      Path copy = KernelSnapshot.take(kernel.name(), sources, runFolder);
      Path copied = copy.resolve(String.valueOf(file.getFileName()));
      return replaying(ReplayBackend.of(copied, WorkingFolder.shown(file)));
    }
    KernelFile copy = KernelFile.at(KernelSnapshot.take(kernel, runFolder));
    return new KernelOnDevice(chosen, copy.read(chosen.backend().name()));
  }

  /** How an {@code evo.yaml} in the run's folder names the device. */
  String device(Path runFolder) {
    return chosen.backend() instanceof ReplayBackend replay
        ? ReplayBackend.PREFIX + runFolder.relativize(replay.kernel().file())
        : chosen.device().id();
  }

  /** Evaluations in flight that suit it: 1 for a recording, which has one simulated device. */
  int inFlight(SearchOptions search) {
    return isReplay() ? 1 : WorkerLayout.of(chosen.backend()).inFlight(search.population());
  }

  Platform platform() {
    return isReplay()
        ? new Recording(chosen.backend(), chosen.device())
        : new Hardware(chosen.backend(), chosen.device());
  }

  TuningRun run(RunSpec spec, ResultStore store, InstantSource clock) {
    if (chosen.backend() instanceof ReplayBackend replay) {
      var simulated = new SimulatedClock();
      return new TuningRun(
          spec,
          store,
          RunEnvironment.simulated(spec, clock, simulated, () -> replay.team(simulated)));
    }
    return new TuningRun(spec, store, clock);
  }
}
