package dev.evokernel.worker.protocol;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import java.nio.file.Path;

/**
 * The kernel of a worker's job, and its device.
 *
 * @param kernelFile its {@code kernel.yaml}, absolute
 * @param backend the device's backend, for example {@code cpu}
 * @param device on which it runs, or for which it is compiled
 */
public record JobTarget(Path kernelFile, String backend, DeviceIdentity device) {

  /**
   * The kernel, which the coordinator has read before.
   *
   * @throws InvalidFileException if its file has become invalid meanwhile
   */
  public Kernel readKernel() {
    return KernelReader.readAgain(kernelFile, backend);
  }

  public Backend resolveBackend() {
    return Backend.named(backend);
  }
}
