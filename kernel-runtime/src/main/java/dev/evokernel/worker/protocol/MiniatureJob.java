package dev.evokernel.worker.protocol;

import dev.evokernel.backend.DeviceIdentity;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The job of a miniature worker.
 *
 * @param target a kernel with a miniature for the backend, and the device
 * @param deadline of one configuration, after which its process is killed
 */
public record MiniatureJob(JobTarget target, Duration deadline) {

  public MiniatureJob {
    if (!deadline.isPositive()) {
      throw new IllegalArgumentException(
          "The deadline of a miniature must be > 0, was " + deadline + ".");
    }
  }

  /** A job with the parts of its target. */
  public MiniatureJob(Path kernelFile, String backend, DeviceIdentity device, Duration deadline) {
    this(new JobTarget(kernelFile, backend, device), deadline);
  }
}
