package dev.evokernel.worker.protocol;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.Shape;

/**
 * The job of a compile worker.
 *
 * @param shapes whose macros apply, where macros depend on the shape; empty for all of the kernel's
 */
public record CompileJob(JobTarget target, Path cache, Duration limit, List<Shape> shapes) {

  public CompileJob {
    shapes = List.copyOf(shapes);
    if (!limit.isPositive()) {
      throw new IllegalArgumentException(
          "The limit of a compilation must be > 0, was " + limit + ".");
    }
  }

  public CompileJob(
      Path kernelFile, String backend, DeviceIdentity device, Path cache, Duration limit) {
    this(new JobTarget(kernelFile, backend, device), cache, limit, List.of());
  }

  public CompileJob on(List<Shape> some) {
    return new CompileJob(target, cache, limit, some);
  }
}
