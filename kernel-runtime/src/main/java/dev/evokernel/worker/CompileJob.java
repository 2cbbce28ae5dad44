package dev.evokernel.worker;

import dev.evokernel.backend.DeviceIdentity;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What a compile worker compiles.
 *
 * @param target the kernel, and the device for which it is compiled
 * @param cache the folder of compiled binaries, shared by all processes
 * @param limit how long one compilation may take
 */
public record CompileJob(JobTarget target, Path cache, Duration limit) {

  public CompileJob {
    if (!limit.isPositive()) {
      throw new IllegalArgumentException(
          "The limit of a compilation must be > 0, was " + limit + ".");
    }
  }

  /** The same with the parts of its target. */
  public CompileJob(
      Path kernelFile, String backend, DeviceIdentity device, Path cache, Duration limit) {
    this(new JobTarget(kernelFile, backend, device), cache, limit);
  }
}
