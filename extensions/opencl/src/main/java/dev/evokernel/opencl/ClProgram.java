package dev.evokernel.opencl;

import static java.lang.foreign.MemorySegment.NULL;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;

/**
 * Program that the driver's compiler has built, or has not. Its kernels are objects of their own.
 */
record ClProgram(MemorySegment program, ClDevice device, int status) implements AutoCloseable {

  private static final int BINARY_SIZES = 0x1165;
  private static final int BINARIES = 0x1166;
  private static final int BUILD_LOG = 0x1183;

  static ClProgram of(MemorySegment program, ClDevice device, String options) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment devices = arena.allocateFrom(ADDRESS, device.handle());
      int status =
          ClLibrary.call(
              "clBuildProgram", program, 1, devices, arena.allocateFrom(options), NULL, NULL);
      return new ClProgram(program, device, status);
    }
  }

  public ClKernel kernel(String name) {
    try (Arena arena = Arena.ofConfined()) {
      return new ClKernel(
          ClLibrary.create(
              "clCreateKernel",
              created -> ClStatus.candidate(created, "looking for the kernel '" + name + "'"),
              program,
              arena.allocateFrom(name)),
          name,
          device);
    }
  }

  public boolean succeeded() {
    return status == ClStatus.SUCCESS;
  }

  /** Messages of the compiler, or the status where it has none. */
  public String log() {
    String log = new ObjectInfo("clGetProgramBuildInfo", program, device.handle()).text(BUILD_LOG);
    return log.isEmpty() && !succeeded() ? ClStatus.message(status, "building") : log;
  }

  /**
   * Binary for the device.
   *
   * @throws EnvironmentException if the driver gives none
   */
  public byte[] binary() {
    long[] sizes = new ObjectInfo("clGetProgramInfo", program).longs(BINARY_SIZES);
    if (sizes.length != 1 || sizes[0] == 0) {
      throw new EnvironmentException(
          "The driver %s gives no binary of a built program, which evo caches. Use another driver for %s."
              .formatted(device.platformName(), device.model()));
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment image = arena.allocate(sizes[0], Long.BYTES);
      MemorySegment images = arena.allocateFrom(ADDRESS, image);
      ClStatus.machine(
          ClLibrary.call("clGetProgramInfo", program, BINARIES, ADDRESS.byteSize(), images, NULL),
          "reading a binary");
      return image.toArray(JAVA_BYTE);
    }
  }

  @Override
  public void close() {
    ClLibrary.call("clReleaseProgram", program);
  }
}
