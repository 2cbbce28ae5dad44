package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.config.Job;
import dev.evokernel.config.SearchOptions;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.replay.SimulatedClock;
import dev.evokernel.run.KernelSnapshot;
import dev.evokernel.run.RunEnvironment;
import dev.evokernel.run.TuningRun;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.ResultStore;
import dev.evokernel.text.Launcher;

/** Recording that stands for a kernel and its device. */
record ReplayedKernel(ReplayBackend recording) implements KernelOnDevice {

  @Override
  public ChosenDevice chosen() {
    return new ChosenDevice(recording, recording.devices().getFirst(), "");
  }

  @Override
  public Kernel kernel() {
    return recording.kernel();
  }

  @Override
  public boolean isReplay() {
    return true;
  }

  @Override
  public void requireMetrics(Objective objective) {
    for (Metric metric : List.of(Metric.ENERGY, Metric.ACCURACY)) {
      if (objective.asksFor(metric)) {
        throw new BadInputException(
            "The objective asks for %s, but the recording '%s' holds only times. Write 'objective: {minimise: time}', or choose another 'device'."
                .formatted(metric.label(), chosen().device().id()));
      }
    }
  }

  @Override
  public void requireLimits(Job job) {
    if (job.seeding().hardware() > 0) {
      throw new BadInputException(
          "%s asks for 'seeding: {hardware: %d}', but a recording has no device limits. Remove the key, or choose another 'device'."
              .formatted(job.file(), job.seeding().hardware()));
    }
  }

  @Override
  public KernelOnDevice copiedTo(Path runFolder, Job job, Consumer<String> news) {
    Path file = kernel().file();
    var sources = new KernelSources(kernel().folder(), List.of(file));
    Path copy = KernelSnapshot.take(kernel().name(), sources, runFolder);
    Path copied = copy.resolve(String.valueOf(file.getFileName()));
    return new ReplayedKernel(ReplayBackend.of(copied, Launcher.shown(file)));
  }

  @Override
  public String device(Path runFolder) {
    return ReplayBackend.PREFIX + runFolder.relativize(kernel().file());
  }

  /** Returns 1: a recording has one simulated compiler and one simulated device. */
  @Override
  public int inFlight(SearchOptions search) {
    return 1;
  }

  @Override
  public TuningRun run(RunSpec spec, ResultStore store, InstantSource clock, long started) {
    var simulated = new SimulatedClock();
    return new TuningRun(
        spec,
        store,
        RunEnvironment.simulated(spec, clock, simulated, _ -> recording.workers(simulated)));
  }
}
