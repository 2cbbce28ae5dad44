package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.machine;
import static jcuda.driver.JCudaDriver.cuMemAlloc;
import static jcuda.driver.JCudaDriver.cuMemFree;

/** A piece of device memory. */
final class Memory implements AutoCloseable {

  private final Handles.Address start = new Handles.Address();
  private final long bytes;

  private Memory(long bytes) {
    this.bytes = bytes;
  }

  /**
   * @throws dev.evokernel.backend.EnvironmentException if there is not enough
   */
  static Memory allocate(long bytes) {
    var memory = new Memory(bytes);
    machine(
        cuMemAlloc(memory.start, bytes), "allocating " + (bytes >> 20) + " MiB of device memory");
    return memory;
  }

  long bytes() {
    return bytes;
  }

  Handles.Address at(long offset) {
    return start.plus(offset);
  }

  @Override
  public void close() {
    cuMemFree(start); // fails when the context is lost, and then there is nothing to free
  }
}
