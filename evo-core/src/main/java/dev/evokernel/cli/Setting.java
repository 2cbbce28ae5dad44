package dev.evokernel.cli;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.config.Job;
import dev.evokernel.kernel.InvalidFileException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelReader;
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
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.ResultStore;
import dev.evokernel.workers.WorkerLayout;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/**
 * What a job tunes and on what: a kernel on a device of this machine, or a recording, which is
 * both.
 */
record Setting(Devices chosen, Kernel kernel) {

  /**
   * @throws InvalidFileException if the kernel or the recording is no good
   * @throws EnvironmentException if this machine has no such device
   */
  static Setting of(Job job) {
    return job.recording()
        .map(Setting::replaying)
        .orElseGet(
            () -> {
              Devices chosen = Devices.choose(job.device(), KernelReader.backends(job.kernel()));
              return new Setting(chosen, KernelReader.read(job.kernel(), chosen.backend().name()));
            });
  }

  private static Setting replaying(Path recording) {
    var backend = ReplayBackend.of(recording, RunCommand.shown(recording));
    return new Setting(new Devices(backend, backend.devices().getFirst(), ""), backend.kernel());
  }

  /**
   * @throws BadInputException if it is known beforehand that nothing here tells what the objective
   *     asks for
   */
  void requireTelling(Objective objective) {
    String device = chosen.device().id();
    if (objective.asksFor(Metric.ENERGY) && !chosen.backend().mayTellEnergy()) {
      throw new BadInputException(
          "The objective asks for energy, and the device '%s' does not report it: GPUs do, and CPUs whose counters may be read (evo doctor). Write 'objective: {minimise: time}', or choose another 'device'."
              .formatted(device));
    }
    if (objective.asksFor(Metric.ACCURACY) && chosen.backend() instanceof ReplayBackend) {
      throw new BadInputException(
          "The objective asks for accuracy, and the recording '%s' holds times, no outputs. Write 'objective: {minimise: time}', or choose another 'device'."
              .formatted(device));
    }
  }

  /** The same with a run's own copy of the kernel's files. */
  Setting copiedTo(Path runFolder) {
    if (chosen.backend() instanceof ReplayBackend original) {
      Path file = original.kernel().file();
      var sources = new KernelSources(original.kernel().folder(), List.of(file));
      Path copy = KernelSnapshot.take(kernel.name(), sources, runFolder);
      Path copied = copy.resolve(String.valueOf(file.getFileName()));
      var backend = ReplayBackend.of(copied, RunCommand.shown(file));
      return new Setting(new Devices(backend, backend.devices().getFirst(), ""), backend.kernel());
    }
    Path copy = KernelSnapshot.take(kernel, runFolder);
    return new Setting(chosen, KernelReader.read(copy, chosen.backend().name()));
  }

  /** How an {@code evo.yaml} in the run's folder names the device. */
  String device(Path runFolder) {
    return chosen.backend() instanceof ReplayBackend replay
        ? ReplayBackend.PREFIX + runFolder.relativize(replay.kernel().file())
        : chosen.device().id();
  }

  /** How many evaluations suit it; a recording has one simulated compiler and one device. */
  int inFlight(Job job) {
    return chosen.backend() instanceof ReplayBackend
        ? 1
        : WorkerLayout.of(chosen.backend()).inFlight(job.search().population());
  }

  Platform platform() {
    return chosen.backend() instanceof ReplayBackend
        ? new Recording(chosen.backend(), chosen.device())
        : new Hardware(chosen.backend(), chosen.device());
  }

  TuningRun job(RunSpec plan, ResultStore store, InstantSource clock) {
    if (chosen.backend() instanceof ReplayBackend replay) {
      var simulated = new SimulatedClock();
      return new TuningRun(
          plan,
          store,
          RunEnvironment.simulated(plan, clock, simulated, () -> replay.team(simulated)));
    }
    return new TuningRun(plan, store, clock);
  }
}
