package dev.evokernel.worker.protocol;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelIdentity;
import dev.evokernel.kernel.Shape;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.worker.CompileWorker;

/**
 * The job of a device worker.
 *
 * @param reference from {@link CompileWorker#reference()}
 * @param shapes some of the kernel's in the order of measurement, each with the state of the caches
 *     before a launch
 * @param inputSeeds the random seed of each input set; a candidate must be right with every input
 *     set on every shape
 * @param deadline of one evaluation, after which its process is killed
 * @param baselines whose programs start ahead of the finals, before the reference is computed
 */
public record DeviceJob(
    JobTarget target,
    PreparedReference reference,
    List<Shape> shapes,
    List<Long> inputSeeds,
    SamplingSettings sampling,
    Examination examination,
    Duration deadline,
    List<String> baselines) {

  public DeviceJob {
    shapes = List.copyOf(shapes);
    inputSeeds = List.copyOf(inputSeeds);
    baselines = List.copyOf(baselines);
    if (shapes.isEmpty() || inputSeeds.isEmpty()) {
      throw new IllegalArgumentException(
          "A device job needs at least one shape and one input set, was %s and %s."
              .formatted(shapes, inputSeeds));
    }
    if (!deadline.isPositive()) {
      throw new IllegalArgumentException(
          "The deadline of an evaluation must be > 0, was " + deadline + ".");
    }
  }

  public DeviceJob(
      Path kernelFile,
      String backend,
      DeviceIdentity device,
      PreparedReference reference,
      List<Shape> shapes,
      List<Long> inputSeeds,
      SamplingSettings sampling,
      Duration deadline) {
    this(
        new JobTarget(kernelFile, backend, device),
        reference,
        shapes,
        inputSeeds,
        sampling,
        Examination.NONE,
        deadline,
        List.of());
  }

  /** Reads the kernel and prepares a place for arrays that its programs make. */
  public Kernel readKernel() {
    return prepared(target.readKernel());
  }

  /** Prepares a place for arrays that a kernel's programs make. */
  public Kernel prepared(Kernel kernel) {
    return kernel.with(new KernelIdentity.Programs(reference.cache(), target.device().id()));
  }

  public DeviceJob with(Examination other) {
    return new DeviceJob(
        target, reference, shapes, inputSeeds, sampling, other, deadline, baselines);
  }

  public DeviceJob startingAhead(List<String> others) {
    return new DeviceJob(
        target, reference, shapes, inputSeeds, sampling, examination, deadline, others);
  }
}
