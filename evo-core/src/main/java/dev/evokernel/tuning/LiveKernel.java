package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.config.Job;
import dev.evokernel.config.SearchOptions;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.run.KernelSnapshot;
import dev.evokernel.run.RunEnvironment;
import dev.evokernel.run.TuningRun;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.ResultStore;
import dev.evokernel.workers.WorkerLayout;

/**
 * Kernel on a device of this machine.
 *
 * @param notes which variants are left out, and why; and which default was found
 * @param found the defaults found for a kernel that names none
 */
public record LiveKernel(
    ChosenDevice chosen, Kernel kernel, List<String> notes, List<InitialConfiguration> found)
    implements KernelOnDevice {

  public LiveKernel {
    notes = List.copyOf(notes);
    found = List.copyOf(found);
  }

  LiveKernel with(Kernel settled, List<String> sentences, List<InitialConfiguration> defaults) {
    return new LiveKernel(
        chosen, settled, Stream.concat(notes.stream(), sentences.stream()).toList(), defaults);
  }

  /**
   * Keeps only the variants that the device can run.
   *
   * @param names names of the requested variants; empty for all
   * @throws BadInputException if a variant does not exist, or none can run
   */
  LiveKernel narrowed(List<String> names, List<Shape> shapes) {
    return narrowed(names, shapes, chosen.backend().limits(chosen.device()));
  }

  /**
   * Keeps only the variants that a device with these limits can run.
   *
   * @param limits the device's limits; empty where only an opened device reports them
   */
  public LiveKernel narrowed(
      List<String> names, List<Shape> shapes, Optional<DeviceLimits> limits) {
    var runnable = RunnableVariants.of(kernel, names, limits, shapes);
    return new LiveKernel(chosen, runnable.kernel(), runnable.notes(), List.of());
  }

  @Override
  public void requireMetrics(Objective objective) {
    if (objective.asksFor(Metric.ENERGY) && !chosen.backend().mayTellEnergy()) {
      throw new BadInputException(
          "The objective asks for energy, but the device '%s' does not report energy. GPUs report it, and CPUs with readable counters (evo doctor). Write 'objective: {minimise: time}', or choose another 'device'."
              .formatted(chosen.device().id()));
    }
  }

  @Override
  public LiveKernel copiedTo(Path runFolder, Job job, Consumer<String> news)
      throws InterruptedException {
    KernelFile copy = KernelFile.at(KernelSnapshot.take(kernel, runFolder));
    if (!kernel.namesDefault()) {
      return new DefaultSearch(copy, this, job, news)
          .settled(String.valueOf(runFolder.getFileName()));
    }
    Kernel copied = copy.read(chosen.backend().name()).only(kernel.variants().names());
    return new LiveKernel(chosen, copied, notes, List.of());
  }

  @Override
  public String device(Path runFolder) {
    return chosen.named();
  }

  @Override
  public int inFlight(SearchOptions search) {
    int devices = chosen.devices().size();
    return WorkerLayout.of(chosen.backend(), devices).inFlight(search.population(), devices);
  }

  @Override
  public TuningRun run(RunSpec spec, ResultStore store, InstantSource clock, long started) {
    return new TuningRun(spec, store, RunEnvironment.ofThisMachine(spec, clock).since(started));
  }
}
