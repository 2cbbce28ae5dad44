package dev.evokernel.worker;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.measure.SamplingSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What a device worker evaluates.
 *
 * @param kernelFile its {@code kernel.yaml}, absolute
 * @param backend the device's backend, for example {@code cpu}
 * @param device on which
 * @param reference from {@link CompileWorker#reference()}
 * @param shapes of the kernel's, in the order in which they are measured, each with what its
 *     launches find in the caches
 * @param seeds of the inputs; a candidate must be right with each of them on every shape
 * @param sampling how it is timed
 * @param examination what is asked besides of a candidate that may lead
 * @param deadline how long one evaluation may take before its process is killed
 */
public record DeviceJob(
    Path kernelFile,
    String backend,
    DeviceIdentity device,
    PreparedReference reference,
    List<Shape> shapes,
    List<Long> seeds,
    SamplingSettings sampling,
    Examination examination,
    Duration deadline) {

  public DeviceJob {
    shapes = List.copyOf(shapes);
    seeds = List.copyOf(seeds);
    if (shapes.isEmpty() || seeds.isEmpty()) {
      throw new IllegalArgumentException(
          "A device job needs shapes and seeds, not " + shapes + " and " + seeds + ".");
    }
    if (!deadline.isPositive()) {
      throw new IllegalArgumentException("An evaluation needs time, not " + deadline + ".");
    }
  }

  /** One in which nothing is asked besides. */
  public DeviceJob(
      Path kernelFile,
      String backend,
      DeviceIdentity device,
      PreparedReference reference,
      List<Shape> shapes,
      List<Long> seeds,
      SamplingSettings sampling,
      Duration deadline) {
    this(
        kernelFile,
        backend,
        device,
        reference,
        shapes,
        seeds,
        sampling,
        Examination.NONE,
        deadline);
  }

  /** The same with more asked of candidates that may lead. */
  public DeviceJob with(Examination other) {
    return new DeviceJob(
        kernelFile, backend, device, reference, shapes, seeds, sampling, other, deadline);
  }
}
