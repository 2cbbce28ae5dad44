package dev.evokernel.worker;

import dev.evokernel.backend.DeviceIdentity;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What a compile worker compiles.
 *
 * @param kernelFile its {@code kernel.yaml}, absolute
 * @param device what it compiles for
 * @param backend the device's backend, for example {@code cpu}
 * @param cache the folder of compiled binaries, shared by all processes
 * @param limit how long one compilation may take
 */
public record CompileJob(
    Path kernelFile, String backend, DeviceIdentity device, Path cache, Duration limit) {

  public CompileJob {
    if (!limit.isPositive()) {
      throw new IllegalArgumentException("A compilation needs time, not " + limit + ".");
    }
  }
}
