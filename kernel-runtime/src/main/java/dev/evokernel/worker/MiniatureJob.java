package dev.evokernel.worker;

import dev.evokernel.backend.DeviceIdentity;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Whose miniature a worker times.
 *
 * @param kernelFile the kernel's {@code kernel.yaml}, absolute; it has a miniature for the backend
 * @param backend the device's backend, for example {@code cpu}
 * @param device on which
 * @param deadline how long one configuration may take before its process is killed
 */
public record MiniatureJob(
    Path kernelFile, String backend, DeviceIdentity device, Duration deadline) {

  public MiniatureJob {
    if (!deadline.isPositive()) {
      throw new IllegalArgumentException("A miniature needs time, not " + deadline + ".");
    }
  }
}
