package dev.evokernel.worker.protocol;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import java.nio.file.Path;

/**
 * The kernel and the device of a worker's job.
 *
 * @param kernelFile the absolute path of its {@code kernel.yaml}
 */
public record JobTarget(Path kernelFile, String backend, DeviceIdentity device) {

  /**
   * Reads the kernel again in the worker.
   *
   * @throws InvalidFileException if the file has become invalid since the coordinator read it
   */
  public Kernel readKernel() {
    return KernelReader.readAgain(kernelFile, backend);
  }

  public Backend resolveBackend() {
    return Backend.ofThisProcess(backend);
  }
}
