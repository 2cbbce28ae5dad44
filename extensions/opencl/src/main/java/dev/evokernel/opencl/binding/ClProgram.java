package dev.evokernel.opencl.binding;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Program loaded on a device. */
public final class ClProgram implements AutoCloseable {

  private final MemorySegment handle;
  private final ClDevice device;

  ClProgram(MemorySegment handle, ClDevice device) {
    this.handle = handle;
    this.device = device;
  }

  /**
   * Makes a kernel object, whose arguments are its own.
   *
   * @throws dev.evokernel.backend.RejectionException if the program has no such kernel
   */
  public ClKernel kernel(String name) {
    try (Arena arena = Arena.ofConfined()) {
      return new ClKernel(
          ClLibrary.create(
              "clCreateKernel",
              status -> ClStatus.candidate(status, "looking for the kernel '" + name + "'"),
              handle,
              arena.allocateFrom(name)),
          name,
          device);
    }
  }

  @Override
  public void close() {
    ClLibrary.call("clReleaseProgram", handle);
  }
}
