package dev.evokernel.worker.protocol;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.worker.CompileWorker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What a device worker evaluates.
 *
 * @param target the kernel and the device
 * @param reference from {@link CompileWorker#reference()}
 * @param shapes of the kernel's, in the order in which they are measured, each with what its
 *     launches find in the caches
 * @param inputSeeds the random seed of each input set; a candidate must be right with every input
 *     set on every shape
 * @param sampling how it is timed
 * @param examination what is verified besides before a candidate may become the best
 * @param deadline how long one evaluation may take before its process is killed
 */
public record DeviceJob(
    JobTarget target,
    PreparedReference reference,
    List<Shape> shapes,
    List<Long> inputSeeds,
    SamplingSettings sampling,
    Examination examination,
    Duration deadline) {

  public DeviceJob {
    shapes = List.copyOf(shapes);
    inputSeeds = List.copyOf(inputSeeds);
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

  /** A job without further verification. */
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
        deadline);
  }

  /** The kernel, with a place for the inputs that commands make. */
  public Kernel readKernel() {
    return target.readKernel().keepingInputs(reference.cache());
  }

  /** This job with more to verify before a candidate may become the best. */
  public DeviceJob with(Examination other) {
    return new DeviceJob(target, reference, shapes, inputSeeds, sampling, other, deadline);
  }
}
